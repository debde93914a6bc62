import type { PathRule } from './path-rules.ts';
import type { RolesConfig } from './roles.ts';
import type { Voter, VotingStrategy } from './voter.ts';

/** Who may do what, for the host as a whole. */
export interface AccessConfig {
  /** Rules by path, in order: the first that covers a request decides, before rules of resources and routes are asked. */
  readonly access?: readonly PathRule[];
  /**
   * What holds where no rule says anything. `deny` refuses; `public` lets everybody through. Left out, reading is public,
   * and a resource that can be written to must say who may.
   */
  readonly default?: 'deny' | 'public';
  /** The roles there are, or what each includes: `{ admin: ['editor'], editor: [] }`. Then rules can name no others. */
  readonly roles?: RolesConfig;
  readonly voters?: readonly Voter[];
  /** How votes become a decision. Default `affirmative`. */
  readonly strategy?: VotingStrategy;
}
