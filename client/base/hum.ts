import { report, stage } from "./sound";

const NOTES = [146.8, 174.6, 196, 220, 261.6, 293.7]; // hertz: any two of them sound well together
const EVERY = 2_200; // milliseconds
const LENGTH = 4.4; // seconds: a note overlaps the next
const GAIN = 0.035;

/** Plays slow, quiet notes that never repeat the same way. Returns a function that ends them. */
export function hum(chance = Math.random): () => void {
  let reported = false;
  const note = () => {
    const at = stage();
    if (!at) return;
    if (!reported) report("hum", true);
    reported = true;
    const pitch = NOTES[Math.floor(chance() * NOTES.length)] ?? NOTES[0];
    const { context, output } = at;
    const now = context.currentTime;
    const loud = new GainNode(context, { gain: 0 });
    loud.gain.linearRampToValueAtTime(GAIN, now + LENGTH * 0.4);
    loud.gain.linearRampToValueAtTime(0, now + LENGTH);
    loud.connect(output);
    for (const [type, times] of [["sine", 1] as const, ["triangle", 0.5] as const]) {
      const tone = new OscillatorNode(context, { type, frequency: (pitch ?? 0) * times });
      tone.connect(loud);
      tone.start(now);
      tone.stop(now + LENGTH);
    }
  };
  note();
  const timer = setInterval(note, EVERY);
  return () => clearInterval(timer);
}
