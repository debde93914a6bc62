import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtAtlas } from '../../examples/atlas/test-built.ts';
import { hashPassword } from '../../packages/host/src/features/security/passwords.ts';
import { POSTGRES_URL, connectPostgres } from '../contracts/postgres.ts';
import { startNginx } from '../safety/support/nginx.ts';
import { until } from '../safety/support/recorded-host.ts';
import { ATLAS_ACCOUNTS } from './accounts.ts';
import { PUBLIC_NAME } from './hosts/attacked.ts';
import type { Mode, Target, TargetName } from './targets.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The running examples of one mode. */
export interface RunningTargets {
  readonly targets: readonly Target[];
  /** The file that lists the targets, for test files. */
  readonly file: string;
  readonly stop: () => Promise<void>;
}

/** Starts examples as processes of their own with new databases, behind nginx in the mode `nginx`. */
export async function startTargets(mode: Mode, names: readonly TargetName[]): Promise<RunningTargets> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-attack-'));
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const other of stops.splice(0).toReversed()) await other();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const targets: Target[] = [];
    for (const name of names) targets.push(await startTarget(name, mode, folder, stops));
    const file = join(folder, 'targets.json');
    writeFileSync(file, JSON.stringify(targets));
    return { targets, file, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startTarget(
  name: TargetName,
  mode: Mode,
  parent: string,
  stops: (() => Promise<void>)[],
): Promise<Target> {
  const folder = join(parent, name);
  mkdirSync(folder);
  const log = join(folder, 'output.log');
  const application = name === 'atlas' ? 'atlas' : 'tracker';
  const database = name === 'tracker-postgres' ? await createDatabase(stops) : undefined;
  const env = await getEnvironment(application, mode, folder, database);
  const command = mode === 'development' ? 'dev' : 'start';
  const child = spawn(
    process.execPath,
    [
      '--conditions=oriel:source',
      'packages/host/src/cli/main.ts',
      command,
      `test/attack/hosts/${application}.ts`,
      '--port',
      '0',
    ],
    { cwd: ROOT, env, stdio: ['ignore', openSync(log, 'w'), openSync(log, 'a')] },
  );
  stops.push(() => end(child));
  const hostPort = await until(() => {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}:\n${readFileSync(log, 'utf8')}`);
    const [, port] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(readFileSync(log, 'utf8')) ?? [];
    return port === undefined ? undefined : Number(port);
  }, `the port of ${name}`);
  const target = { name, application, mode, port: hostPort, hostPort, log, folder, database } as const;
  if (mode !== 'nginx') return target;
  const nginx = await startNginx(hostPort, NGINX_SETTINGS, 'client_header_timeout 2s; keepalive_timeout 5s;');
  stops.push(nginx.stop);
  return { ...target, port: nginx.port };
}

/** Creates a schema, which is dropped at the end. Returns the URL of the database with this schema. */
async function createDatabase(stops: (() => Promise<void>)[]): Promise<string> {
  const { schema, skip, close } = await connectPostgres('attack');
  if (skip !== false) throw new Error(`${skip}; set PG_TEST_URL, or select other targets with --target`);
  stops.push(close);
  const url = new URL(POSTGRES_URL);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return url.href;
}

async function getEnvironment(
  application: Target['application'],
  mode: Mode,
  folder: string,
  database: string | undefined,
): Promise<NodeJS.ProcessEnv> {
  // Without the settings of the caller.
  const variables = Object.entries(process.env).filter(
    ([name]) => !/^(?:NODE_|ORIEL_|ATLAS_|TRACKER_|DATABASE_URL|HOST$|PORT$)/.test(name),
  );
  const env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(variables),
    NO_COLOR: '1',
    ORIEL_MODE: mode === 'development' ? 'development' : 'production',
    ORIEL_ATTACK_MODE: mode,
    ORIEL_SECRET: 'a secret of the attacked hosts with 32 bytes or more',
  };
  if (application === 'tracker') {
    const tracker = { TRACKER_FOLDER: folder, TRACKER_URL: `https://${PUBLIC_NAME}` };
    return { ...env, ...tracker, ...(database !== undefined && { DATABASE_URL: database }) };
  }
  copyFileSync(await builtAtlas(), join(folder, 'atlas.sqlite'));
  return {
    ...env,
    ATLAS_DB: join(folder, 'atlas.sqlite'),
    ATLAS_USERS: JSON.stringify(await hashedAccounts()),
    ...(mode !== 'development' && { HUB_PUBLIC_URL: `https://${PUBLIC_NAME}/.well-known/mercure` }),
  };
}

function hashedAccounts(): Promise<object[]> {
  return Promise.all(
    ATLAS_ACCOUNTS.map(async ({ id, roles, password, keyHash }) => ({
      ...{ id, roles, password: await hashPassword(password) },
      key: { id, hash: keyHash },
    })),
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await exited;
  clearTimeout(timer);
}

// The settings of docs/host/behind-a-proxy.md, as a proxy that terminates TLS has them. The timeouts are short.
const NGINX_SETTINGS = `proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header X-Forwarded-Proto https;
  proxy_set_header X-Forwarded-Host ""; proxy_set_header X-Forwarded-Port ""; proxy_set_header Forwarded "";
  proxy_buffering off; client_max_body_size 0; client_body_timeout 2s;`;
