import "./theme/fonts.css";
import "./theme/tokens.css";
import "./theme/base.css";
import "./theme/seats.css";

import { mount } from "svelte";

import App from "./app/App.svelte";

mount(App, { target: document.body });
