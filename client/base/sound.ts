import { settings } from "./settings.svelte";

/** Sounds of wood, card and skin: each under 250 ms, and never the only sign. */
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
  | "win";

/** One layer: a tone that glides, or noise through a band. */
interface Layer {
  tone?: [from: number, to: number];
  noise?: [band: number, sharpness: number];
  gain: number;
  /** Seconds. */
  length: number;
  delay?: number;
}

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
};

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Allows sounds. Call it in a press: browsers are silent before the first one. */
export function unlock(): void {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext({ latencyHint: "interactive" });
  if (context.state !== "running") void context.resume();
}

/** Plays a sound. The player's own taps are louder than those of others. */
export function play(sound: Sound, loudness = 1): void {
  if (!settings.sound || context?.state !== "running") return;
  for (const layer of SOUNDS[sound]) voice(context, layer, loudness);
}

function voice(at: AudioContext, layer: Layer, loudness: number): void {
  const start = at.currentTime + (layer.delay ?? 0);
  const end = start + layer.length;
  const volume = at.createGain();
  volume.gain.setValueAtTime(layer.gain * loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  volume.connect(at.destination);
  if (layer.tone) {
    const [from, to] = layer.tone;
    const tone = new OscillatorNode(at, { type: "triangle", frequency: from });
    tone.frequency.exponentialRampToValueAtTime(to, end);
    tone.connect(volume);
    tone.start(start);
    tone.stop(end);
  }
  if (layer.noise) {
    const [frequency, Q] = layer.noise;
    const noise = new AudioBufferSourceNode(at, { buffer: (hiss ??= whiteNoise(at)), loop: true });
    noise.connect(new BiquadFilterNode(at, { type: "bandpass", frequency, Q })).connect(volume);
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
