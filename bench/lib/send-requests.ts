import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

/** A request of a workload. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly host?: string;
  /** The expected body of the response. */
  readonly answer?: string;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const CONNECTIONS = 16;

/** Sends requests over a few connections. @returns the responses in the order of the requests */
export async function sendAll(port: number, list: readonly Sent[]): Promise<readonly Received[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const responses: Received[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < list.length) {
      const index = next++;
      responses[index] = await send(port, agent, list.at(index)!);
    }
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
  } finally {
    agent.destroy();
  }
  return responses;
}

function send(port: number, agent: Agent, { method, path, headers, body }: Sent): Promise<Received> {
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
