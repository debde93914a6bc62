import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

/** A request of a workload. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly host?: string;
  /** The body of the answer that is expected. */
  readonly answer?: string;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const AT_ONCE = 16;

/** Sends requests over a few connections. @returns the answers in the order of the requests */
export async function askAll(port: number, list: readonly Sent[]): Promise<readonly Received[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const answers: Received[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < list.length) {
      const index = next++;
      answers[index] = await ask(port, agent, list.at(index)!);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    agent.destroy();
  }
  return answers;
}

function ask(port: number, agent: Agent, { method, path, headers, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
