/** An event as a client receives it. */
export interface ReceivedEvent {
  readonly id: string | undefined;
  readonly type: string;
  readonly data: string;
  /** The fields as they were sent. */
  readonly text: string;
}

/** Reads an event stream as the HTML standard specifies, one event at a time. */
export class EventReader {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  readonly #ready: ReceivedEvent[] = [];
  #rest = '';
  /** All text received so far, including comments. */
  text = '';

  constructor(response: Response) {
    this.response = response;
    this.#reader = response.body!.getReader();
  }

  /** Returns the next event, or undefined if the stream has ended. */
  async next(): Promise<ReceivedEvent | undefined> {
    while (this.#ready.length === 0) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      const text = this.#decoder.decode(value, { stream: true });
      this.text += text;
      this.#rest += text;
      this.#split();
    }
    return this.#ready.shift();
  }

  async data(): Promise<string | undefined> {
    return (await this.next())?.data;
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }

  #split(): void {
    const blocks = this.#rest.split('\n\n');
    this.#rest = blocks.pop()!;
    for (const block of blocks) {
      const lines = block.split('\n').filter((line) => !line.startsWith(':'));
      const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(6));
      if (data.length === 0) continue;
      const field = (name: string) => lines.findLast((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      this.#ready.push({ id: field('id'), type: field('event') ?? 'message', data: data.join('\n'), text: block });
    }
  }
}
