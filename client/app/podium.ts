import { play, type Sound } from "$base/sound";
import { hush, speak } from "$base/speech";
import { DRUM_ROLL, type Ranked, risesAfter, STEPS } from "$parts/ranked";

/** A sound, and how many milliseconds later it begins. */
type Cue = readonly [sound: Sound, after: number];

/** What is heard while a podium is built: each step, the drum roll, and `first` with the winner. */
export function podiumCues(ranked: readonly Ranked[], first: Sound): readonly Cue[] {
  const top = risesAfter(0, ranked);
  const steps = ranked
    .slice(0, STEPS)
    .flatMap(({ place }, i): Cue[] => (place > 1 ? [["thud", risesAfter(i, ranked)]] : []));
  return [...steps.toReversed(), ["drumroll", top - DRUM_ROLL], [first, top]];
}

/** Plays the sounds of a podium in step with it, and has the winners announced. Returns a function that stops all. */
export function playPodium(ranked: readonly Ranked[], first: Sound, winners: string): () => void {
  const stops: (() => void)[] = [];
  const timers = podiumCues(ranked, first).map(([sound, after]) =>
    setTimeout(() => stops.push(play(sound)), after),
  );
  const others = ranked.slice(0, STEPS).filter(({ place }) => place > 1);
  const announced = others.map(({ place, name }) => `${place}: ${name}`);
  timers.push(setTimeout(() => speak(winners, ...announced), risesAfter(0, ranked)));
  return () => {
    hush();
    for (const timer of timers) clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
