/**
 * The last few bodies that held no secret. Whoever asks for the same again gets the same again, and comparing two equal
 * texts takes a fiftieth of the time that looking through one does; texts that differ cost nothing.
 */
export class CleanBodies {
  readonly #bodies: CleanBody[] = [];
  #next = 0;

  /** How many bytes a body of that type has, when it is one of them. */
  sizeOf(text: string, type: string): number | undefined {
    for (const body of this.#bodies) if (body.text === text && body.type === type) return body.size;
    return undefined;
  }

  add(text: string, type: string, size: number): void {
    if (size <= LONGEST) this.#bodies[this.#next++ % MOST] = { text, type, size };
  }
}

interface CleanBody {
  readonly text: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

const MOST = 8;
const LONGEST = 65_536;
