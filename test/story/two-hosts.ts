import { defineHost } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { POSTGRES_URL, connectPostgres } from '../contracts/postgres.ts';
import { REDIS_URL, connectRedis } from '../contracts/redis.ts';
import { sendRaw } from '../lib/send-raw.ts';
import type { Sent } from '../lib/send-raw.ts';
import { NGINX_SKIP_REASON, startNginx } from '../safety/support/nginx.ts';

/** Whether the scenarios also run on two hosts behind nginx: `npm run stories:two-hosts`. */
export const WANTS_TWO_HOSTS = process.env['ORIEL_STORY_HOSTS'] === '2';

/** Two hosts of one configuration that share their state, behind nginx. */
export interface HostPair {
  /** Sends a request to nginx, which sends it to one of the hosts at random. */
  readonly send: (line: string, sent?: Sent) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** Starts two hosts of a configuration, and nginx in front of both. @throws {Error} if PostgreSQL, Redis or nginx is missing */
export async function startPair(config: HostConfig): Promise<HostPair> {
  if (NGINX_SKIP_REASON) throw new Error(NGINX_SKIP_REASON);
  const postgres = await connectPostgres(`story_${pairs++}`);
  const redis = await connectRedis('story');
  const skip = postgres.skip || redis.skip;
  if (skip) throw new Error(skip);
  const prefix = `story_${process.pid}_${pairs}`;
  const database = `${POSTGRES_URL}?options=${encodeURIComponent(`-c search_path=${postgres.schema}`)}`;
  const shared: HostConfig = {
    secret: SECRET,
    proxies: ['127.0.0.1'],
    ...config,
    state: { database, redis: REDIS_URL, prefix },
  };
  const hosts = [defineHost(shared), defineHost(shared)];
  const ports = await Promise.all(hosts.map(async (host) => (await host.listen({ port: 0, host: '127.0.0.1' })).port));
  const closeHosts = async (): Promise<void> => {
    await Promise.all(hosts.map((host) => host.close()));
    for await (const keys of redis.client.scanIterator({ MATCH: `${prefix}:*` }))
      if (keys.length > 0) await redis.client.del(keys);
    await redis.close();
    await postgres.close();
  };
  try {
    const nginx = await startNginx(ports, SETTINGS);
    return {
      async send(line, sent) {
        const response = await sendRaw(nginx.port, line, sent);
        response.headers.delete('server');
        return response;
      },
      async close() {
        await nginx.stop();
        await closeHosts();
      },
    };
  } catch (error) {
    await closeHosts();
    throw error;
  }
}

let pairs = 0;
const SECRET = 'a secret that both hosts have, of at least 32 bytes';
const SETTINGS = `proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; proxy_buffering off;
  proxy_request_buffering off; client_max_body_size 0;`;
