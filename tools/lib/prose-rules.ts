/** A word or phrase that the project does not use, and what to write instead. */
export interface ProseRule {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Phrases that no comment, message, page, test name or document contains. */
export const PHRASES: readonly ProseRule[] = [
  rule('tells?|told|telling', 'returns, reports, logs, describes or states'),
  rule('whoever|whomever|whom|those who', 'the client, the caller, the user or subscribers'),
  rule('nobody|everybody|somebody', 'no one, everyone, or name them: clients, users, requests'),
  rule('(?<!there )(?:is|are) none(?! of)|(?<!there )is no (?!longer|more\\b|such\\b)', '"invalid …" or "not a …"'),
  rule('none of it|a say in|by heart|for good\\b(?! )', 'a plain statement'),
  rule('stands? (?:in|on|for|out|among|beside|there|here)', 'is, appears, is listed or represents'),
  rule('what stands out|what became of|what it came to', 'findings, the result, the outcome'),
  rule('front door|the house|its room|rooms|neighbours?', 'entry point, project, module, adjacent module'),
  rule('strangers?', 'unknown clients or unknown keys'),
  rule('complains?|complaints?', 'reports, issues'),
  rule('believes?|believed', 'accepts, trusts or verifies'),
  rule('pages of other origins', 'CORS'),
  rule('who is asking|who may do what', 'authentication, authorization'),
  rule('questions beforehand', 'preflight requests'),
  rule('once and only once', 'idempotency'),
  rule('is not known here|is there twice|say one of', 'the value, what was expected, and the fix'),
  rule('spelt otherwise|lets? go of|goes through hands', 'a plain statement'),
];

/** Declarations whose names do not follow the conventions. */
export const NAMES: readonly ProseRule[] = [
  {
    pattern: /\bfunction (?!connectionOf|transactionOf|oneOf)[a-z]\w*Of\b/,
    instead: 'a verb: getKey, findParent, toQuery',
  },
  { pattern: /\bconst (?:MOST|LEAST|LONGEST)_\w+/, instead: 'MAX_…, MIN_… or MAX_…_LENGTH' },
  {
    pattern:
      /\b(?:const|let) (?:each|own|whole|kept)\b|(?<![\w.])\(?(?:each|own|whole|kept)\b\)? =>|\((?:each|own|whole|kept)\b(?:\?)?:/,
    instead: 'the name of the thing: issue, header, remaining',
  },
  { pattern: /\b(?:const|let) (?:at|place)\b|\((?:at|place)\b\??:/, instead: 'index, position, path or location' },
];

/** Words that are not part of an identifier. */
export const IDENTIFIER_WORDS: readonly ProseRule[] = [
  word('told|tell|tells|telling', 'report, describe, message'),
  word('whoever|nobody|everybody|somebody', 'noOne, everyone, or the noun'),
  word('flaw|flaws', 'issue'),
  word('stranger|strangers|strange', 'unknown'),
  word('complain|complaint|complaints|complainer', 'issue, report, diagnostics'),
  word('door|doors|house|neighbour|neighbours', 'entry point, module, adjacent'),
  word('sight|hearing', 'readScope, topicGrants'),
  word('staple|stretch|stretches', 'batch, range'),
  word('asker|askers|hears|heard', 'client, received'),
];

function rule(words: string, instead: string): ProseRule {
  return { pattern: new RegExp(`\\b(?:${words})\\b`, 'i'), instead };
}

function word(words: string, instead: string): ProseRule {
  return { pattern: new RegExp(`^(?:${words})$`, 'i'), instead };
}
