import { keep, kept } from "./kept";
import { pubName, shortened } from "./names";
import { language } from "./words.svelte";

/** Who plays on this device: a name and a sign, remembered. */
class Person {
  #chosen = $state(shortened(kept("name") ?? "") || null);
  #given = $state<Record<string, string>>({});
  sign = $state<number | null>(Number(kept("sign")) || null);

  get name(): string {
    return this.#chosen ?? this.#given[language.locale] ?? "";
  }

  /** An empty name asks for a new one from the house. */
  set name(name: string) {
    this.#chosen = name.trim() || null;
    keep("name", this.#chosen);
  }

  follow(): void {
    $effect(() => keep("sign", this.sign === null ? null : String(this.sign)));
    $effect(() => {
      const { locale } = language;
      if (!(locale in this.#given)) this.#given = { ...this.#given, [locale]: pubName(locale) };
    });
  }
}

export const person = new Person();
