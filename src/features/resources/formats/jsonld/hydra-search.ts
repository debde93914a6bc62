import type { OperationParameter } from '../../querying/operation-parameter.ts';
import type { FilterParameter } from '../../filters/filter-parameter.ts';
import type { HydraTerms } from './hydra-terms.ts';

/**
 * Returns the search of a list as an IRI template (Hydra, "Templated Links"); undefined if it has no parameters.
 * @param own the query parameters of the operation, which have no property
 */
export function hydraSearch(
  path: string,
  parameters: readonly FilterParameter[],
  own: readonly OperationParameter[],
  { prefix }: HydraTerms,
): unknown {
  const variables = [
    ...parameters.map(({ name, kind, fields }) => ({
      variable: name,
      property: kind === 'search' ? null : fields[0]!,
      required: false,
    })),
    // A list parameter has two names; the one with brackets is used.
    ...own
      .filter(({ name, many }) => !many || name.endsWith('[]'))
      .map(({ name, required = false }) => ({ variable: name, property: null, required })),
  ];
  if (variables.length === 0) return undefined;
  variables.push({ variable: 'properties[]', property: null, required: false });
  return {
    '@type': `${prefix}IriTemplate`,
    [`${prefix}template`]: `${path}{?${variables.map(({ variable }) => variable).join(',')}}`,
    [`${prefix}variableRepresentation`]: 'BasicRepresentation',
    [`${prefix}mapping`]: variables.map((each) => ({ '@type': 'IriTemplateMapping', ...each })),
  };
}
