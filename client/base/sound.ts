import { settings } from "./settings.svelte";

/**
 * Sounds of wood, card and skin, never the only sign. A press is under 250 ms; the room's moments have short tunes of
 * their own, so that a theft, a goof, a believed bluff, a jam and a last step are told apart without looking.
 */
export type Sound =
  | "press"
  | "thud"
  | "snap"
  | "clap"
  | "knock"
  | "slap"
  | "raise"
  | "brush"
  | "tick"
  | "hold"
  | "beaten"
  | "win"
  | "arrive"
  | "begin"
  | "verdict"
  | "stolen"
  | "goof"
  | "fooled"
  | "jam"
  | "almost"
  | "pause"
  | "resume"
  | "pop"
  | "drumroll"
  | "cheer";

/** One layer: a tone that glides, or noise through a band. */
interface Layer {
  tone?: [from: number, to: number];
  noise?: [band: number, sharpness: number];
  gain: number;
  /** Seconds. */
  length: number;
  delay?: number;
}

/** Tones one after the other, `every` seconds. A single pitch does not glide. */
const tune = (
  pitches: readonly (number | NonNullable<Layer["tone"]>)[],
  { gain, length, every }: { gain: number; length: number; every: number },
): readonly Layer[] =>
  pitches.map((pitch, i) => ({
    tone: typeof pitch === "number" ? [pitch, pitch] : pitch,
    gain,
    length,
    delay: i * every,
  }));

const SOUNDS: Record<Sound, readonly Layer[]> = {
  press: [
    { noise: [2200, 1.2], gain: 0.35, length: 0.03 },
    { tone: [320, 190], gain: 0.3, length: 0.06 },
  ],
  thud: [
    { noise: [420, 0.8], gain: 0.8, length: 0.09 },
    { tone: [130, 52], gain: 0.9, length: 0.19 },
  ],
  snap: [
    { noise: [3200, 2.5], gain: 0.9, length: 0.035 },
    { tone: [1750, 900], gain: 0.22, length: 0.05, delay: 0.004 },
  ],
  clap: [
    { noise: [1250, 0.7], gain: 0.8, length: 0.03 },
    { noise: [1500, 0.8], gain: 0.9, length: 0.13, delay: 0.014 },
  ],
  knock: [
    { noise: [900, 1], gain: 0.5, length: 0.025 },
    { tone: [240, 150], gain: 0.7, length: 0.09 },
  ],
  slap: [
    { noise: [1700, 0.5], gain: 0.9, length: 0.045 },
    { noise: [520, 0.7], gain: 0.9, length: 0.11 },
    { tone: [190, 70], gain: 0.8, length: 0.14 },
  ],
  raise: [
    { noise: [900, 0.9], gain: 0.16, length: 0.12 },
    { tone: [150, 380], gain: 0.14, length: 0.12 },
  ],
  brush: [{ noise: [3600, 0.6], gain: 0.22, length: 0.16 }],
  tick: [{ tone: [1250, 1150], gain: 0.16, length: 0.025 }],
  hold: [
    { noise: [1500, 1], gain: 0.3, length: 0.04 },
    { tone: [440, 620], gain: 0.22, length: 0.11 },
  ],
  beaten: [
    { noise: [600, 1], gain: 0.35, length: 0.06 },
    { tone: [260, 140], gain: 0.3, length: 0.17 },
  ],
  win: [
    { tone: [523, 523], gain: 0.28, length: 0.11 },
    { tone: [784, 784], gain: 0.3, length: 0.13, delay: 0.11 },
  ],
  arrive: [
    { noise: [420, 0.8], gain: 0.9, length: 0.1 },
    { tone: [120, 48], gain: 1, length: 0.24 },
    { tone: [587, 587], gain: 0.16, length: 0.16, delay: 0.12 },
  ],
  begin: tune([392, 494, 587, 784], { gain: 0.24, length: 0.22, every: 0.12 }),
  verdict: [
    { noise: [700, 0.7], gain: 0.5, length: 0.08 },
    { tone: [196, 196], gain: 0.3, length: 0.3 },
    { tone: [294, 294], gain: 0.26, length: 0.4, delay: 0.06 },
  ],
  // a whistle slides down, and off with the thing
  stolen: [
    { noise: [2600, 0.8], gain: 0.3, length: 0.2 },
    ...tune(
      [
        [988, 247],
        [330, 1175],
      ],
      { gain: 0.3, length: 0.26, every: 0.24 },
    ),
  ],
  // three sad steps down, and the last one sinks
  goof: tune([311, 277, [233, 165]], { gain: 0.34, length: 0.34, every: 0.2 }),
  // ha-ha-ha-ha
  fooled: tune(
    [660, 590, 520, 440].map((high) => [high, high * 0.72]),
    { gain: 0.36, length: 0.11, every: 0.12 },
  ),
  // two plates collide, and nothing fits
  jam: [
    { noise: [900, 0.6], gain: 0.8, length: 0.12 },
    { tone: [208, 196], gain: 0.4, length: 0.4 },
    { tone: [220, 208], gain: 0.4, length: 0.4 },
  ],
  // a question that rises
  almost: tune([440, 440, 659], { gain: 0.26, length: 0.16, every: 0.13 }),
  pause: tune([440, 330], { gain: 0.2, length: 0.2, every: 0.13 }),
  resume: tune([330, 440], { gain: 0.2, length: 0.2, every: 0.13 }),
  pop: [{ tone: [420, 880], gain: 0.2, length: 0.07 }],
  drumroll: Array.from({ length: 36 }, (_, i) => i).flatMap((i): Layer[] => [
    { noise: [i % 2 ? 340 : 400, 0.9], gain: 0.4 + i * 0.045, length: 0.07, delay: i * 0.042 },
    { tone: [170, 110], gain: 0.08 + i * 0.007, length: 0.06, delay: i * 0.042 },
  ]),
  cheer: [
    ...tune([523, 659, 784, 1047], { gain: 0.16, length: 0.9, every: 0.05 }),
    ...Array.from({ length: 44 }, (_, i) => ({
      noise: [1100 + ((i * 397) % 900), 0.7] as [number, number], // many hands, each with its own sound
      gain: 0.3 * (1 - i / 50),
      length: 0.06,
      delay: 0.05 + i * 0.031,
    })),
  ],
};

/** Sent to the window for every sound, so that a test can hear: `detail` is its name and whether it was played. */
export const SOUND_EVENT = "taphouse:sound";

const HEADROOM = 0.75;
/** Fists of many players fall at once: together they stay below clipping. */
const LIMIT = { threshold: -9, knee: 6, ratio: 20, attack: 0.001, release: 0.08 };
const AFTER_LIMIT = 0.7; // a limiter lets the first milliseconds through

let context: AudioContext | null = null;
let output: GainNode | null = null;
let hiss: AudioBuffer | null = null;
let volume = 1;
let silent = false;
const listeners = new Set<() => void>();

/** Allows sounds. Call it in a press: browsers are silent before the first one. */
export function unlock(): void {
  if (typeof AudioContext === "undefined") return;
  if (!context) {
    context = new AudioContext({ latencyHint: "interactive" });
    context.onstatechange = () => {
      for (const changed of listeners) changed();
    };
    output = new GainNode(context, { gain: volume * HEADROOM });
    output
      .connect(new DynamicsCompressorNode(context, LIMIT))
      .connect(new GainNode(context, { gain: AFTER_LIMIT }))
      .connect(context.destination);
  }
  if (context.state !== "running") context.resume().catch(() => undefined); // no press yet
}

/** Whether sounds can be heard. */
export const isUnlocked = (): boolean => context?.state === "running";

/** Calls `changed` when sounds become possible or impossible. Returns a function that ends this. */
export function onUnlocked(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Sets how loud the page is, from 0 to 1. */
export function setVolume(to: number): void {
  volume = to;
  if (output) output.gain.value = to * HEADROOM;
}

/** Drops every sound until it is called with `false`. */
export function setSilent(on: boolean): void {
  silent = on;
}

/** Drops every sound that `draw` would make. */
export function silently(draw: () => void): void {
  const before = silent;
  silent = true;
  try {
    draw();
  } finally {
    silent = before;
  }
}

/** Whether the page may be heard now: it is not switched off, and no race asks for silence. */
export const mayBeHeard = (): boolean => settings.sound && volume > 0 && !silent;

/** Plays a sound. The player's own taps are louder than those of others. Returns a function that stops it. */
export function play(sound: Sound, loudness = 1): () => void {
  if (!mayBeHeard()) return () => undefined;
  const [at, to] = [context, output];
  const played = at?.state === "running";
  report(sound, played);
  if (!played || !to) return () => undefined;
  const loud = new GainNode(at);
  loud.connect(to);
  for (const layer of SOUNDS[sound]) voice(at, loud, layer, loudness);
  return () => loud.disconnect();
}

/** Where a longer piece of music plays, if sounds are allowed now. */
export function stage(): { context: AudioContext; output: AudioNode } | null {
  if (!settings.sound || volume === 0 || context?.state !== "running" || !output) return null;
  return { context, output };
}

export function report(sound: string, played: boolean): void {
  if (typeof window !== "undefined")
    window.dispatchEvent(new CustomEvent(SOUND_EVENT, { detail: { sound, played } }));
}

function voice(at: AudioContext, to: AudioNode, layer: Layer, loudness: number): void {
  const start = at.currentTime + (layer.delay ?? 0);
  const end = start + layer.length;
  const loud = at.createGain();
  loud.gain.setValueAtTime(0, at.currentTime); // a layer that begins later is not heard before
  loud.gain.setValueAtTime(layer.gain * loudness, start);
  loud.gain.exponentialRampToValueAtTime(0.001, end);
  loud.connect(to);
  if (layer.tone) {
    const [from, to] = layer.tone;
    const tone = new OscillatorNode(at, { type: "triangle", frequency: from });
    tone.frequency.exponentialRampToValueAtTime(to, end);
    tone.connect(loud);
    tone.start(start);
    tone.stop(end);
  }
  if (layer.noise) {
    const [frequency, Q] = layer.noise;
    const noise = new AudioBufferSourceNode(at, { buffer: (hiss ??= whiteNoise(at)), loop: true });
    noise.connect(new BiquadFilterNode(at, { type: "bandpass", frequency, Q })).connect(loud);
    noise.start(start);
    noise.stop(end);
  }
}

function whiteNoise(at: AudioContext): AudioBuffer {
  const buffer = at.createBuffer(1, at.sampleRate / 4, at.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
