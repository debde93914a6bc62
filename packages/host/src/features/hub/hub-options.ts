import { withDefaults } from 'oriel-core/configuration';
import { DIALECTS, HUB_PATH, HUB_SETTINGS } from './hub-config.ts';
import type { Dialect, HubCommon, HubConfig, HubKey } from './hub-config.ts';
import type { AllHubLimits } from './hub-limits.ts';
import { HubTokens } from './hub-tokens.ts';
import type { HubIdentity } from './hub-tokens.ts';
import { TokenKey } from './token-key.ts';
import type { TopicMatchers } from './topic-matcher.ts';

/** Returns the supported dialects of a hub. */
export function listDialects({ dialects = DIALECTS }: HubConfig): readonly Dialect[] {
  return dialects;
}

/** Returns the URL against which relative topics and patterns are resolved. */
export function getBase({ publicUrl }: HubConfig): string {
  return publicUrl ?? `http://localhost${HUB_PATH}`;
}

/** Creates what issues and verifies the tokens of a hub. */
export function createTokens(config: HubConfig, matchers: TopicMatchers, limits: AllHubLimits): HubTokens {
  const secret = config.secret === undefined ? [] : [new TokenKey({ key: config.secret, algorithm: 'HS256' })];
  const { publisher, subscriber, verify } =
    config.url === undefined ? config : { publisher: undefined, subscriber: undefined, verify: undefined };
  return new HubTokens({
    publisher: publisher === undefined ? secret : createKeys(publisher),
    subscriber: subscriber === undefined ? secret : createKeys(subscriber),
    verify,
    dialects: listDialects(config),
    lifetime: withDefaults(HUB_SETTINGS, config as HubCommon).tokenLifetime,
    limits,
    matchers,
  });
}

/** Returns the issuer and the audience of tokens. @param url the URL of the hub if the configuration has none */
export function getIdentity({ publicUrl }: HubConfig, url: string): HubIdentity {
  const audience = publicUrl ?? url;
  return { audience, issuer: URL.parse(audience)?.origin ?? audience };
}

function createKeys(keys: HubKey | readonly HubKey[]): readonly TokenKey[] {
  return [keys].flat().map((key) => new TokenKey(key));
}
