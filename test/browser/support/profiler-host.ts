import { defineHost, route } from '../../../src/host/index.ts';
import type { Host } from '../../../src/host/index.ts';
import { MemoryProfileStorage, WriteBehind } from '../../../src/profiler/index.ts';
import { PANELS, createProfilerRoutes } from '../../../src/profiler-ui/index.ts';
import type { ProfilerRoutesOptions } from '../../../src/profiler-ui/index.ts';
import { withLocalClient } from '../../lib/local-client.ts';

/** A host that has nothing but the pages of the profiler, over a store that a test fills. */
export interface ProfilerHost {
  readonly host: Host;
  readonly storage: MemoryProfileStorage;
}

export function createProfilerHost(options: Partial<ProfilerRoutesOptions> = {}): ProfilerHost {
  const storage = new MemoryProfileStorage();
  const queue = new WriteBehind({ storage });
  const pages = createProfilerRoutes({
    storage,
    queue,
    panels: PANELS,
    title: 'Atlas',
    root: process.cwd(),
    ...options,
  });
  const routes = pages.map(({ name, line, requirements, handle }) =>
    route(name, line, { handle, ...(requirements ? { requirements } : {}) }),
  );
  return { host: withLocalClient(defineHost({ routes, log: false, onClose: () => queue.close() })), storage };
}
