import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOtlpSettings } from './otlp-settings.ts';

const URL = 'http://collector.example:4318';

function getHeaders(text: string): unknown {
  return readOtlpSettings({ ORIEL_PROFILER_OTLP: URL, ORIEL_PROFILER_OTLP_HEADERS: text })?.headers;
}

describe('readOtlpSettings', () => {
  it('exports nothing without ORIEL_PROFILER_OTLP, also if the standard variables are set', () => {
    for (const value of ['', 'off', '0', 'none'])
      assert.equal(readOtlpSettings({ ORIEL_PROFILER_OTLP: value, OTEL_EXPORTER_OTLP_ENDPOINT: URL }), undefined);
    assert.equal(readOtlpSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: URL }), undefined);
  });

  it('reads headers as pairs with percent-encoded values', () => {
    assert.deepEqual(getHeaders(' x-key = one%20two ,x-empty=,, x-equals=a=b '), {
      'x-key': 'one two',
      'x-empty': '',
      'x-equals': 'a=b',
    });
  });

  it('reports an entry that is not a pair, and a value that is not printable, without the value', () => {
    for (const text of ['secret', '=secret', 'x key=secret', 'x-key=%0asecret', 'x-key=%secret'])
      assert.throws(
        () => getHeaders(text),
        ({ message }: Error) => message.startsWith('ORIEL_PROFILER_OTLP_HEADERS has ') && !message.includes('secret'),
        text,
      );
  });

  it('does not send the headers of the standard variables to another collector', () => {
    const settings = readOtlpSettings({ ORIEL_PROFILER_OTLP: URL, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret' });
    assert.doesNotMatch(JSON.stringify(settings), /secret/);
  });
});
