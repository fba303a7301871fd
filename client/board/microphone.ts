/** What counts as a sudden sound. */
export interface Sensitivity {
  /** Milliseconds between two looks at the sound. */
  every: number;
  /** Times as loud as the room. */
  sudden: number;
  /** Least loudness, of full scale. */
  audible: number;
  /** Milliseconds after a sudden sound in which no other is reported: a sound rings on. */
  rest: number;
  /** Whether sudden sounds and their ringing count as noise of the room too: then a lasting noise is soon ignored. */
  learnsAlways: boolean;
}

const ROOM = 0.05; // how fast the room's own noise is learned

/** Reports the beginning of a sudden sound. */
export class Onset {
  #sensitivity: Sensitivity;
  #room: number;
  #last = -Infinity;

  constructor(sensitivity: Sensitivity) {
    this.#sensitivity = sensitivity;
    this.#room = sensitivity.audible / sensitivity.sudden;
  }

  /** `loudness`: root mean square of the last few milliseconds; `at` in milliseconds. */
  detect(loudness: number, at: number): boolean {
    const { audible, sudden, rest, learnsAlways } = this.#sensitivity;
    const resting = at - this.#last < rest;
    const begins = !resting && loudness > audible && loudness > sudden * this.#room;
    if (begins) this.#last = at;
    if (learnsAlways || !(begins || resting)) this.#room += (loudness - this.#room) * ROOM;
    return begins;
  }
}

const WINDOW = 1024; // samples of the spectrum; the later half is measured for loudness

/** Whether this page may ask for a microphone: browsers allow it at secure addresses only. */
export const canListen = (): boolean => window.isSecureContext && "mediaDevices" in navigator;

/** Listens for sudden sounds. Nothing is recorded, and nothing leaves this device. */
export class Microphone {
  #stream: MediaStream;
  #context = new AudioContext();
  #timer: ReturnType<typeof setInterval>;

  private constructor(
    stream: MediaStream,
    sensitivity: Sensitivity,
    onSound: (event: Event, analyser: AnalyserNode) => void,
  ) {
    this.#stream = stream;
    const analyser = new AnalyserNode(this.#context, { fftSize: WINDOW, smoothingTimeConstant: 0 });
    this.#context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(WINDOW);
    const onset = new Onset(sensitivity);
    this.#timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      if (!onset.detect(loudness(samples.subarray(WINDOW / 2)), performance.now())) return;
      onSound(new Event("sound"), analyser); // the event's time is when the sound began
    }, sensitivity.every);
  }

  /** Asks the player for permission. Throws if the player or the device refuses. */
  static async open(
    sensitivity: Sensitivity,
    onSound: (event: Event, analyser: AnalyserNode) => void,
  ): Promise<Microphone> {
    // Filters that make voices clear treat knocks as noise; but the game's own sounds must not be heard.
    const audio = { echoCancellation: true, noiseSuppression: false, autoGainControl: false };
    return new Microphone(await navigator.mediaDevices.getUserMedia({ audio }), sensitivity, onSound);
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
