import { formatLink } from '../../../core/http/headers/link.ts';
import type { AnswerLink } from '../definition/operation-definition.ts';

/** Returns why a declared link cannot be written to a Link header; undefined when it is valid. */
export function validateLink({ early: _, ...link }: AnswerLink): string | undefined {
  try {
    formatLink(link);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
