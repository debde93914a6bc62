import { findLiveUpdate } from '../features/live/find-live-update.ts';
import { explainDelivery } from '../features/live/explain-delivery.ts';
import type { DeliveryStep } from '../features/live/explain-delivery.ts';
import { defineCommand } from './command.ts';
import { assemblyOf, loadHost } from './load-host.ts';
import { MisuseError } from './misuse.ts';
import { print, printJson, style } from './print.ts';
import { columns } from './table.ts';
import { typedRequest } from './typed-request.ts';

/** `oriel doctor live`: why an update reaches somebody who listens, or does not. */
export const command = defineCommand({
  name: 'doctor',
  summary: 'why an update of the hub does not reach somebody: oriel doctor live',
  usage:
    'doctor live --topic /api/cities/7 --url "https://…?topic=…" [file] [--token jwt] [--origin url] [--private] [--json]',
  help: [
    ['--topic name', 'what the update is about, several times for several topics'],
    ['--url address', 'what the client has opened, with its query'],
    ['--token jwt', 'the token it has sent, from its header or cookie'],
    ['--origin url', 'where the page that listens is from, such as https://app.example'],
    ['--private', 'the update is private; of a live resource that is known'],
    ['--json', 'for machines: every step and its reason'],
  ],
  examples: [
    'oriel doctor live --topic /api/cities/7 --url "/.well-known/mercure?topic=/api/cities/{id}"',
    'oriel doctor live --topic /api/notes/7 --url "https://example.com/.well-known/mercure?match=/api/notes/7" --token eyJ…',
  ],
  options: {
    topic: { type: 'string', multiple: true },
    url: { type: 'string' },
    token: { type: 'string' },
    origin: { type: 'string' },
    private: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  most: 2,
  run: async ({ topic: topics = [], url, token, origin, private: isPrivate, json }, [what, file]) => {
    if (what !== 'live')
      throw new MisuseError(`The doctor knows about live updates: oriel doctor live, not "${what ?? ''}"`);
    if (topics.length === 0) throw new MisuseError('What was the update about? Say --topic /api/cities/7');
    if (url === undefined)
      throw new MisuseError('What has the client opened? Say --url "/.well-known/mercure?topic=…"');
    const loaded = await loadHost(file);
    const assembly = assemblyOf(loaded);
    const hub = assembly.hub?.embedded;
    if (hub === undefined)
      throw new MisuseError(
        assembly.hub ? 'The hub is elsewhere; its own logs know' : 'This host has no hub: give hub: { secret }',
      );
    const context = typedRequest({ line: url });
    // In development the running host is its own audience, at the address that the client has used.
    hub.listenAt(context.origin);
    const known = findLiveUpdate(assembly.registry, loaded.host.config, topics[0]!);
    const told = {
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
    if (json) printJson(told);
    else print(page(told));
    return told.steps.every(({ ok }) => ok) ? 0 : 1;
  },
});

function page({ topics, private: isPrivate, because, steps }: Told): string {
  const reached = steps.every(({ ok }) => ok);
  return [
    style('bold', topics.join(', ')),
    style('dim', `  ${isPrivate ? 'private' : 'public'}${because === undefined ? '' : `: ${because}`}`),
    ...columns(
      steps.map(({ step, ok, because: why }) => [`  ${style(ok ? 'green' : 'red', ok ? 'yes' : 'no')}`, step, why]),
    ),
    '',
    reached ? style('green', 'It is delivered') : style('red', 'It is not delivered'),
  ].join('\n');
}

interface Told {
  readonly topics: readonly string[];
  readonly private: boolean;
  readonly because: string | undefined;
  readonly steps: readonly DeliveryStep[];
}
