import type { PathRule } from './path-rules.ts';
import type { RolesConfig } from './roles.ts';
import type { Voter, VotingStrategy } from './voter.ts';

/** Authorization of a host. */
export interface AccessConfig {
  /** Rules for paths. The first one that covers a request applies, before the rules of resources and routes. */
  readonly access?: readonly PathRule[];
  /**
   * Applies to operations and routes without a rule: `deny` or `public`. By default reading is public, and resources that can be
   * written need a rule.
   */
  readonly default?: 'deny' | 'public';
  /** All roles, or the roles that each includes: `{ admin: ['editor'], editor: [] }`. Rules cannot name other roles. */
  readonly roles?: RolesConfig;
  readonly voters?: readonly Voter[];
  /** How votes are combined. Default `affirmative`. */
  readonly strategy?: VotingStrategy;
}
