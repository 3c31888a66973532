interface Declaration<T> {
  /** As in the file: lower case, dots and dashes, for example `server.base-url`. */
  readonly name: string;
  /** One phrase for tables and documentation. */
  readonly meaning: string;
  /** The value appears in no message and in no table. */
  readonly secret?: true;
  /**
   * From the text as set to the value.
   *
   * @throws ParameterError when the text is not acceptable
   */
  readonly parse: (text: string) => T;
}

/** A parameter that may be absent: its value is `T | undefined`. */
interface OptionalParameter<T> extends Declaration<T> {
  readonly default?: undefined;
}

/** A parameter that always has a value; `text` shows the default to people, such as `the embedded PostgreSQL`. */
interface DefaultedParameter<T> extends Declaration<T> {
  readonly default: { readonly value: T; readonly text: string };
}

/** One configuration parameter, declared as data. */
export type Parameter<T> = OptionalParameter<T> | DefaultedParameter<T>;

/** All parameters of a service, under the keys that its code uses. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values that declarations promise. */
export type Values<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends DefaultedParameter<infer T>
    ? T
    : P[K] extends OptionalParameter<infer T>
      ? T | undefined
      : never;
};

/**
 * Declares a parameter, so that TypeScript infers the type of its value.
 *
 * @param options.default  its value where it is not set; without one it may be absent
 * @param options.text     what shows the default to people, where that is not its value
 *
 * @example
 * parameter('server.port', 'port to listen on', port, { default: 8081 })
 */
export function parameter<T>(
  name: string,
  meaning: string,
  parse: (text: string) => T,
  options: { default: T; text?: string; secret?: true },
): DefaultedParameter<T>;
export function parameter<T>(
  name: string,
  meaning: string,
  parse: (text: string) => T,
  options?: { secret?: true },
): OptionalParameter<T>;
export function parameter<T>(
  name: string,
  meaning: string,
  parse: (text: string) => T,
  options: { default?: T; text?: string; secret?: true } = {},
): Parameter<T> {
  const { default: value, text = String(value), ...secret } = options;
  const declaration = { name, meaning, parse, ...secret };
  return value === undefined ? declaration : { ...declaration, default: { value, text } };
}

/**
 * Refuses one of two parameters that is set without the other.
 *
 * @param names  of both, by their keys
 */
export function checkTogether<Key extends string>(
  isSet: (key: NoInfer<Key>) => boolean,
  names: Record<Key, string>,
) {
  const keys = Object.keys(names) as Key[];
  const set = keys.find(isSet);
  const missing = keys.find((key) => !isSet(key));
  if (set === undefined || missing === undefined) return [];
  const message = `${names[set]} is set without ${names[missing]}; set both, or neither`;
  // Only the missing one is concerned: a problem with the other's value is named beside this.
  return [{ parameters: [missing], message }];
}
