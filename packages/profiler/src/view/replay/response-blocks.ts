import type { Profile } from '../../profile/profile.ts';
import { NO_LINKS } from '../../profile/view-model.ts';
import type { Block } from '../../profile/view-model.ts';
import { readComparableBody } from '../compare/comparable-body.ts';
import { facts, note } from '../panels/blocks.ts';
import { buildBodyBlocks } from '../panels/body-blocks.ts';
import { codeText, formatPairs } from '../panels/value-text.ts';
import { formatStatusCode, getStatusTone } from '../render/format.ts';
import { compareResponses, toComparableResponse, toRecordedBody } from './compare-responses.ts';
import type { ReceivedMessage, ResponseDifferences } from './compare-responses.ts';

/** Compares a recorded response with one that has no profile. */
export function compareWithRecorded({ data, summary }: Profile, response: ReceivedMessage): ResponseDifferences {
  const { status, body } = data.response;
  const type = summary.contentType ?? '';
  return compareResponses(
    { status, type, body: readComparableBody(body, summary.bytes) },
    toComparableResponse(response),
  );
}

/** Returns the blocks of a response that has no profile: its differences from the recorded one, status, headers and body. */
export function buildResponseBlocks(profile: Profile, response: ReceivedMessage): Block[] {
  const { lines, hasShapes } = compareWithRecorded(profile, response);
  const compared = hasShapes ? 'status, media type and the shape of the JSON' : 'status and media type';
  return [
    lines.length === 0
      ? note('info', `No difference. Only ${compared} were compared, because the response has no profile.`)
      : note('warning', `${lines.length === 1 ? '1 difference' : `${lines.length} differences`} in ${compared}.`),
    ...(lines.length === 0 ? [] : [facts(lines.map((line, index) => [String(index + 1), codeText(line)]))]),
    facts([
      ['Status', { text: formatStatusCode(response.status), tone: getStatusTone(response.status) }],
      ['Body', response.isPartial ? 'only its beginning was read' : `${response.body.length} bytes`],
    ]),
    { kind: 'heading', text: 'Headers' },
    { ...facts(formatPairs(response.headers)), empty: 'No headers were sent.' },
    { kind: 'heading', text: 'Body' },
    ...buildBodyBlocks(toRecordedBody(response), 'response', 'The response has no body.', NO_LINKS),
  ];
}
