import type { Configuration } from './load-configuration.ts';
import { maskAddress, showOrigin } from './origin.ts';
import type { Parameters } from './parameter.ts';

/** One parameter as people see it; texts are empty where there is nothing to show. */
export interface ParameterRow {
  readonly name: string;
  readonly meaning: string;
  readonly default: string;
  readonly origin: string;
  /** Masked when the parameter is secret; of an address its login and the values of its query are. */
  readonly value: string;
}

/** One row for each parameter, in the order of the declarations. */
export function describeConfiguration<P extends Parameters>(
  parameters: P,
  { values, origins }: Pick<Configuration<P>, 'values' | 'origins'>,
): readonly ParameterRow[] {
  return Object.keys(parameters).flatMap((key: keyof P) => {
    const parameter = parameters[key];
    const origin = origins[key];
    if (parameter === undefined || origin === undefined) return [];
    const defaultText = parameter.default?.text ?? '';
    const plain = values[key] === undefined ? '(not acceptable)' : maskAddress(String(values[key]));
    const setValue = parameter.secret ? '(secret)' : plain;
    const value = origin.kind === 'default' ? defaultText : setValue;
    return [
      {
        name: parameter.name,
        meaning: parameter.meaning,
        default: defaultText,
        origin: showOrigin(origin),
        value,
      },
    ];
  });
}
