import { issue, formatValue } from '../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';
import type { HostConfig } from './config.ts';

/** Returns the issues of `plugins` and `onStart`. */
export function* validatePlugins({ plugins, onStart }: HostConfig): Generator<ConfigIssue> {
  if (onStart !== undefined && typeof onStart !== 'function')
    yield issue(
      'ORIEL_CONFIG_START',
      'onStart',
      `It is ${formatValue(onStart)}`,
      'Give a function: onStart: () => connect()',
    );
  if (plugins === undefined) return;
  if (!Array.isArray(plugins))
    return yield issue(
      'ORIEL_CONFIG_PLUGINS',
      'plugins',
      `It is ${formatValue(plugins)}`,
      'Give a list: plugins: [metrics()]',
    );
  const names = new Set<unknown>();
  for (const [index, plugin] of plugins.entries()) {
    const { name, create } = (plugin ?? {}) as { readonly name?: unknown; readonly create?: unknown };
    const place = `plugins[${index}]`;
    if (typeof name !== 'string' || typeof create !== 'function')
      yield issue(
        'ORIEL_CONFIG_PLUGINS',
        place,
        `It is ${formatValue(plugin)}`,
        "Give what plugin({ name: '…' }) returns",
      );
    else if (names.has(name))
      yield issue('ORIEL_CONFIG_PLUGINS', place, `There are two plugins "${name}"`, 'Remove one, or rename it');
    names.add(name);
  }
}
