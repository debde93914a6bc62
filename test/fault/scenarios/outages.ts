/** PostgreSQL and Redis stop, hang, are slow, or fail over to a replica, while a host with two workers serves requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultTime, LoadPromises } from '../support/load-figures.ts';
import { loadFigures } from '../support/load-figures.ts';
import { Load } from '../support/load.ts';
import { PrivatePostgres } from '../support/private-postgres.ts';
import { PrivateRedis } from '../support/private-redis.ts';
import { atLeast, none, reported } from '../support/scenario.ts';
import type { Scenario } from '../support/scenario.ts';
import { NoteSubscriber, lostNotes, startServices, updateFigures } from '../support/shared-services.ts';
import type { SharedServices } from '../support/shared-services.ts';
import { startHost } from '../support/start-host.ts';

interface Outage {
  readonly name: string;
  readonly fault: string;
  /** Injects the fault and removes it. Returns the PostgreSQL that replaces the first one. */
  readonly inject: (services: SharedServices, pause: () => Promise<void>) => Promise<PrivatePostgres | void>;
  readonly promises: LoadPromises;
}

const POSTGRES: LoadPromises = { recovery: 5, unaffected: ['read', 'visit'] };
const REDIS: LoadPromises = { recovery: 5, unaffected: ['read', 'write'] };

const OUTAGES: readonly Outage[] = [
  {
    name: 'postgres-stopped',
    fault: 'PostgreSQL shuts down (SIGINT: all connections are closed) and starts again.',
    promises: POSTGRES,
    async inject({ postgres }, pause) {
      await postgres.stop('SIGINT');
      await pause();
      await postgres.start();
    },
  },
  {
    name: 'postgres-killed',
    fault: 'All processes of PostgreSQL are killed (SIGKILL), and it recovers from its log.',
    promises: POSTGRES,
    async inject({ postgres }, pause) {
      await postgres.stop('SIGKILL');
      await pause();
      await postgres.start();
    },
  },
  {
    name: 'postgres-paused',
    fault: 'All processes of PostgreSQL are stopped with SIGSTOP: connections stay open and nothing responds.',
    promises: POSTGRES,
    async inject({ postgres }, pause) {
      postgres.pause();
      await pause();
      postgres.resume();
    },
  },
  {
    name: 'postgres-slow',
    fault: 'A TCP proxy delays everything that PostgreSQL sends and receives by 300 ms.',
    promises: { ...POSTGRES, unaffected: ['read', 'visit', 'write'] },
    async inject({ postgresProxy }, pause) {
      postgresProxy.setDelay(300);
      await pause();
      postgresProxy.setDelay(0);
    },
  },
  {
    name: 'postgres-failover',
    fault:
      'The primary PostgreSQL is killed (SIGKILL); its synchronous standby is promoted, and the address of the database refers to it.',
    promises: POSTGRES,
    async inject({ postgres, postgresProxy }, pause) {
      const standby = standbys.get(postgres)!;
      await postgres.stop('SIGKILL');
      await pause();
      await standby.promote();
      postgresProxy.setTarget(standby.port);
      return standby;
    },
  },
  {
    name: 'redis-stopped',
    fault: 'Redis shuts down (SIGTERM) and starts again.',
    promises: REDIS,
    async inject({ redis }, pause) {
      await redis.stop('SIGTERM');
      await pause();
      await redis.start();
    },
  },
  {
    name: 'redis-killed',
    fault: 'Redis is killed (SIGKILL) and starts again with its append-only file.',
    promises: REDIS,
    async inject({ redis }, pause) {
      await redis.stop('SIGKILL');
      await pause();
      await redis.start();
    },
  },
  {
    name: 'redis-paused',
    fault: 'Redis is stopped with SIGSTOP: connections stay open and nothing responds.',
    promises: REDIS,
    async inject({ redis }, pause) {
      redis.pause();
      await pause();
      redis.resume();
    },
  },
  {
    name: 'redis-slow',
    fault: 'A TCP proxy delays everything that Redis sends and receives by 300 ms.',
    promises: { ...REDIS, unaffected: ['read', 'visit', 'write'] },
    async inject({ redisProxy }, pause) {
      redisProxy.setDelay(300);
      await pause();
      redisProxy.setDelay(0);
    },
  },
  {
    name: 'redis-failover',
    fault: 'Redis is killed (SIGKILL); its replica becomes the primary, and the address of Redis refers to it.',
    promises: REDIS,
    async inject({ redis, redisProxy }, pause) {
      const replica = replicas.get(redis)!;
      await redis.stop('SIGKILL');
      await pause();
      await replica.promote();
      redisProxy.setTarget(replica.port);
    },
  },
];

/** Replicas are started before the load. */
const standbys = new WeakMap<PrivatePostgres, PrivatePostgres>();
const replicas = new WeakMap<PrivateRedis, PrivateRedis>();

/** One scenario per outage. */
export const outageScenarios: readonly Scenario[] = OUTAGES.map((outage) => ({
  name: outage.name,
  fault: outage.fault,
  async run(run) {
    const services = await startServices(run);
    if (outage.name === 'postgres-failover')
      standbys.set(services.postgres, await PrivatePostgres.follow(run, services.postgres));
    if (outage.name === 'redis-failover') replicas.set(services.redis, await PrivateRedis.start(run, services.redis));
    const host = await startHost(run, { env: services.env, workers: 2 });
    const subscriber = new NoteSubscriber(run, host.url);
    await subscriber.connected();
    const load = new Load(host.url).start();
    run.onEnd(() => load.close());
    await sleep(run.choose(4_000, 1_000));
    const from = performance.now();
    const promoted = await outage.inject(services, () => sleep(run.choose(10_000, 3_000)));
    const time: FaultTime = { from, until: performance.now() };
    await sleep(run.choose(8_000, 6_000));
    await load.stop();
    return [
      reported('duration of the fault', `${((time.until - time.from) / 1000).toFixed(1)} s`),
      ...loadFigures(load, time, outage.promises),
      atLeast('acknowledged writes', load.notes.length, 20),
      none('acknowledged writes lost', await lostNotes(promoted ?? services.postgres, load)),
      atLeast('acknowledged changes of sessions', load.visits, 20),
      none('acknowledged changes of sessions lost', await load.lostVisits()),
      ...(await updateFigures(subscriber, load.notes)),
      none('uncaught errors', host.uncaught()),
    ];
  },
}));
