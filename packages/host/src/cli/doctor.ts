import { findLiveUpdate } from '../features/live/live-resources.ts';
import { explainDelivery } from '../features/live/explain-delivery.ts';
import type { DeliveryStep } from '../features/live/explain-delivery.ts';
import { defineCommand, UsageError, alignColumns, print, printJson, style } from 'oriel-core/cli';
import { getAssembly, loadHost } from './load-host.ts';
import { typedRequest } from './typed-request.ts';

/** `oriel-host doctor live`: explains why a live update is delivered to a client or not. */
export const command = defineCommand({
  name: 'doctor',
  summary: 'explain why a client does not receive a live update: oriel-host doctor live',
  usage:
    'doctor live --topic /api/cities/7 --url "https://…?topic=…" [file] [--token jwt] [--origin url] [--private] [--json]',
  help: [
    ['--topic name', 'a topic of the update; may be repeated'],
    ['--url address', 'the URL that the client subscribed to, with its query'],
    ['--token jwt', 'the token that the client sent in its header or cookie'],
    ['--origin url', 'the origin of the subscribing page, such as https://app.example'],
    ['--private', 'the update is private (detected for live resources)'],
    ['--json', 'print JSON: every step and its reason'],
  ],
  examples: [
    'oriel-host doctor live --topic /api/cities/7 --url "/.well-known/mercure?topic=/api/cities/{id}"',
    'oriel-host doctor live --topic /api/notes/7 --url "https://example.com/.well-known/mercure?match=/api/notes/7" --token eyJ…',
  ],
  options: {
    topic: { type: 'string', multiple: true },
    url: { type: 'string' },
    token: { type: 'string' },
    origin: { type: 'string' },
    private: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  maxPositionals: 2,
  run: async ({ topic: topics = [], url, token, origin, private: isPrivate, json }, [what, file]) => {
    if (what !== 'live')
      throw new UsageError(`Unknown subject "${what ?? ''}"; the only one is live: oriel-host doctor live`);
    if (topics.length === 0) throw new UsageError('The topic of the update is missing: add --topic /api/cities/7');
    if (url === undefined)
      throw new UsageError('The URL of the subscription is missing: add --url "/.well-known/mercure?topic=…"');
    const loaded = await loadHost(file);
    const assembly = getAssembly(loaded);
    const hub = assembly.hub?.embedded;
    if (hub === undefined)
      throw new UsageError(
        assembly.hub
          ? 'The host uses an external hub; see the logs of that hub'
          : 'The host has no hub; configure hub: { secret }',
      );
    const context = typedRequest({ line: url });
    // In development mode the audience of tokens is the origin that the client used.
    hub.listenAt(context.origin);
    const known = findLiveUpdate(assembly.registry, loaded.host.config, topics[0]!);
    const report = {
      topics,
      private: isPrivate ?? known?.private ?? false,
      because: isPrivate === undefined ? known?.because : undefined,
      steps: await explainDelivery(hub, {
        topics,
        private: isPrivate ?? known?.private ?? false,
        context,
        origin,
        token: token?.replace(/^Bearer +/i, '').trim(),
      }),
    };
    if (json) printJson(report);
    else print(renderReport(report));
    return report.steps.every(({ ok }) => ok) ? 0 : 1;
  },
});

function renderReport({ topics, private: isPrivate, because, steps }: DeliveryReport): string {
  const reached = steps.every(({ ok }) => ok);
  return [
    style('bold', topics.join(', ')),
    style('dim', `  ${isPrivate ? 'private' : 'public'}${because === undefined ? '' : `: ${because}`}`),
    ...alignColumns(
      steps.map(({ step, ok, because: why }) => [`  ${style(ok ? 'green' : 'red', ok ? 'yes' : 'no')}`, step, why]),
    ),
    '',
    reached ? style('green', 'The update is delivered') : style('red', 'The update is not delivered'),
  ].join('\n');
}

interface DeliveryReport {
  readonly topics: readonly string[];
  readonly private: boolean;
  readonly because: string | undefined;
  readonly steps: readonly DeliveryStep[];
}
