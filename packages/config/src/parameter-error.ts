/**
 * A text is not acceptable as the value of a parameter. The message is the rule, to be read after the
 * parameter's name: `must be a whole number from 1 to 10`. It never quotes the text: the loader adds
 * `, got "..."` where the parameter is no secret.
 */
export class ParameterError extends Error {
  constructor(rule: string) {
    super(rule);
    this.name = 'ParameterError';
  }
}
