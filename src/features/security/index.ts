/** The public API of `oriel/security`. @module */
export { Refusal, refuse } from './authenticator.ts';
export { apiKey, createApiKey } from './authenticators/api-key.ts';
export { basic } from './authenticators/basic.ts';
export { bearer } from './authenticators/bearer.ts';
export { oidcLogin } from './authenticators/oidc-login.ts';
export { sessionLogin } from './authenticators/session-login.ts';
export { keySet } from './jwt/key-set.ts';
export { tokenIssuer } from './jwt/token-issuer.ts';
export { hashPassword } from './passwords.ts';
export { voter } from './voter.ts';
export { MemoryLimitStore } from '../rate-limit/memory-limit-store.ts';
export type {
  Authenticated,
  Authenticator,
  EntryRoute,
  AuthenticatorIssue,
  RefusalOptions,
  SecurityServices,
} from './authenticator.ts';
export type { ApiKeyEntry, ApiKeyOptions } from './authenticators/api-key.ts';
export type { KeyCacheOptions } from './authenticators/key-cache.ts';
export type { BasicOptions } from './authenticators/basic.ts';
export type { BearerOptions } from './authenticators/bearer.ts';
export type { OidcLoginOptions } from './authenticators/oidc-login.ts';
export type { SessionLoginOptions } from './authenticators/session-login.ts';
export type { Algorithm } from './jwt/algorithms.ts';
export type { ClaimRules } from './jwt/check-claims.ts';
export type { KeySet } from './jwt/key-set.ts';
export type { Claims } from './jwt/parse-token.ts';
export type { JwksOptions } from './jwt/remote-key-set.ts';
export type { IssuedToken } from './jwt/issued-claims.ts';
export type { PrivateKeyInput } from './jwt/signing-key.ts';
export type { TokenIssuer, TokenIssuerOptions } from './jwt/token-issuer.ts';
export type { TokenRules } from './jwt/token-rules.ts';
export type { PublicKeyInput } from './jwt/verification-key.ts';
export type { FirewallDefinition } from './firewall.ts';
export type { LoginThrottle, ThrottleOptions } from './login-throttle.ts';
export type { PasswordOptions, VerifyHash } from './passwords.ts';
export type { SecurityConfig, AccessConfig } from './security-config.ts';
export type { FixedAccount, Users, Account, UserProvider } from './users/user-provider.ts';
export type { RolesConfig } from './roles.ts';
export type { Question, Vote, Voter, VotingStrategy } from './voter.ts';
export type { PathRule } from './path-rules.ts';
export type {
  LimitRule,
  LimitStore,
  RateLimit,
  RateLimitConfig,
  RateLimitSettings,
  Taken,
} from '../rate-limit/rate-limit.ts';
