import { formatLink } from '../../../core/http/headers/link.ts';
import type { AnswerLink } from '../definition/operation-definition.ts';

/** Why a declared link cannot stand in a header; undefined when it can. */
export function linkFlaw({ early: _, ...link }: AnswerLink): string | undefined {
  try {
    formatLink(link);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
