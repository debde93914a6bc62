import type { SentRequest } from './send-request.ts';

/** A server that other people publish on npm, with a session of requests and what its profiles must contain. */
export interface PublicApplication {
  readonly name: string;
  /** Packages of npm with exact versions. They are installed into a temporary folder. */
  readonly packages: Readonly<Record<string, string>>;
  /** Creates what the application reads, such as a database or files. Called before each run. */
  prepare(folder: string): Promise<void> | void;
  /** The arguments of Node.js and the environment variables that start the application on a port. */
  start(port: number, folder: string): StartCommand;
  /** A path that has a response when the application is ready. */
  readonly readyPath: string;
  readonly session: readonly Step[];
  /** Parts of responses that differ between two runs, such as random identifiers. */
  readonly variable: readonly RegExp[];
  /** Values that no profile may contain. */
  readonly secrets: readonly string[];
}

export interface StartCommand {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A request and the facts of its profile. */
export interface Step {
  /** The request; a function reads the responses of the steps before it. */
  readonly request: SentRequest | ((earlier: readonly ReceivedResponse[]) => SentRequest);
  /** The route template of the profile, if the framework has one. */
  readonly route?: string;
  /** Whether the request runs statements; each of them must name a file and a line. */
  readonly queries?: boolean;
  /** A text that the recorded user contains. */
  readonly user?: string;
  /** The codes of its warnings and errors that do not depend on the speed of the machine; default none. */
  readonly findings?: readonly string[];
}

/** A response as it was received. */
export interface ReceivedResponse {
  readonly status: number;
  readonly statusLine: string;
  /** The lines of the head, such as `Content-Type: text/plain`. */
  readonly headers: readonly string[];
  /** The body as it was sent, such as compressed, without the framing of chunks. */
  readonly body: Buffer;
}

/** Returns the value of a header; an empty text if it is missing. */
export function readHeader({ headers }: ReceivedResponse, name: string): string {
  const prefix = `${name.toLowerCase()}:`;
  return (
    headers
      .find((line) => line.toLowerCase().startsWith(prefix))
      ?.slice(prefix.length)
      .trim() ?? ''
  );
}
