import type { QueryParameter } from '../../query-parameter.ts';
import type { HydraTerms } from './hydra-terms.ts';

/** How a list can be searched, as an IRI template (Hydra, "Templated Links"); undefined when it cannot. */
export function searchOf(path: string, parameters: readonly QueryParameter[], { prefix }: HydraTerms): unknown {
  if (parameters.length === 0) return undefined;
  const variables = parameters.map(({ name, kind, fields }) => ({
    variable: name,
    property: kind === 'search' ? null : fields[0]!,
  }));
  variables.push({ variable: 'properties[]', property: null });
  return {
    '@type': `${prefix}IriTemplate`,
    [`${prefix}template`]: `${path}{?${variables.map(({ variable }) => variable).join(',')}}`,
    [`${prefix}variableRepresentation`]: 'BasicRepresentation',
    [`${prefix}mapping`]: variables.map(({ variable, property }) => ({
      '@type': 'IriTemplateMapping',
      variable,
      property,
      required: false,
    })),
  };
}
