import { Onset, timbre, type Timbre } from "./ears";

const LOOK = 8; // ms
const RINGING = 24; // ms until the spectrum holds the whole sound
const WINDOW = 1024; // samples

/** Whether this page may ask for a microphone: browsers lend it to secure addresses only. */
export const canListen = (): boolean => window.isSecureContext && "mediaDevices" in navigator;

/** Listens for sudden sounds. Nothing is recorded, and nothing leaves this device. */
export class Microphone {
  #stream: MediaStream;
  #context = new AudioContext();
  #timer: ReturnType<typeof setInterval>;

  private constructor(stream: MediaStream, heard: (sound: Timbre, event: Event) => void) {
    this.#stream = stream;
    const analyser = new AnalyserNode(this.#context, { fftSize: WINDOW, smoothingTimeConstant: 0 });
    this.#context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(WINDOW);
    const spectrum = new Float32Array(analyser.frequencyBinCount);
    const onset = new Onset();
    this.#timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      if (!onset.hear(loudness(samples.subarray(WINDOW / 2)), performance.now())) return;
      const event = new Event("heard"); // its time is when the sound began
      setTimeout(() => {
        analyser.getFloatFrequencyData(spectrum);
        heard(timbre(spectrum, this.#context.sampleRate), event);
      }, RINGING);
    }, LOOK);
  }

  /** Asks the player. Throws if he, or the device, says no. */
  static async open(heard: (sound: Timbre, event: Event) => void): Promise<Microphone> {
    // What makes voices clear takes knocks for noise; but the game's own sounds must not be heard.
    const audio = { echoCancellation: true, noiseSuppression: false, autoGainControl: false };
    return new Microphone(await navigator.mediaDevices.getUserMedia({ audio }), heard);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const track of this.#stream.getTracks()) track.stop();
    void this.#context.close();
  }
}

function loudness(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}
