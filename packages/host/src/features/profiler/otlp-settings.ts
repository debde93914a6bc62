import { boolean, either, formatValue, group, issue, record, text } from 'oriel-core/configuration';
import type { ConfigIssue, Settings } from 'oriel-core/configuration';
import type { OtlpConfig } from 'oriel/recorder';

const CODE = 'ORIEL_CONFIG_PROFILER';
const EXAMPLE = "'http://collector:4318'";
const NAME = /^[\w!#$%&'*+.^`|~-]{1,200}$/;

const url = text({
  isRequired: true,
  matches: (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
  fix: `Use the address of a collector, such as ${EXAMPLE}`,
  validate: validateUrl,
});

/** Texts by name. The issues contain no value, because headers have secrets. */
const texts = (matches: RegExp) =>
  record(text({ matches, reason: () => 'Its value is invalid', fix: 'Use texts without line breaks' }), {
    default: {},
    names: NAME,
    reason: (value) =>
      typeof value === 'object'
        ? 'It is not an object of texts, or has an invalid name'
        : `It is ${formatValue(value)}`,
    fix: 'Use an object of texts',
  });

const OTLP_SETTINGS = {
  url,
  headers: texts(/^[\t\x20-\x7e\x80-\xff]*$/),
  logs: boolean({ default: true, code: CODE }),
  resource: texts(/^/),
} satisfies Settings<OtlpConfig>;

export const OTLP = either([url, group(OTLP_SETTINGS)], { code: CODE, fix: `Use ${EXAMPLE}, or { url: ${EXAMPLE} }` });

function* validateUrl(value: string, path: string): Generator<ConfigIssue> {
  const { username, password, pathname } = new URL(value);
  if (username !== '' || password !== '') {
    const fix = "Use headers: { Authorization: 'Basic …' }";
    return yield issue(CODE, path, 'It contains a user name or a password', fix);
  }
  if (!/\/v1\/(?:traces|logs|metrics)\/?$/.test(pathname)) return;
  yield issue(CODE, path, `Its path is ${pathname}`, 'Omit /v1/traces, because the path of each signal is appended');
}
