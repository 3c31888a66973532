import type { InputProblem } from '../domain/input-problem.ts';
import { type Signatory, sameMail } from '../domain/signable.ts';

/** How the contract names a signatory (§2, "Signature date entry"): by order and mail address together. */
export interface SignatoryName {
  mail: string;
  order: number;
}

/** Whether that names this signatory. */
export function isNamed({ order, mail }: Pick<Signatory, 'order' | 'mail'>, name: SignatoryName): boolean {
  return order === name.order && sameMail(mail, name.mail);
}

/**
 * What is wrong with a name that is that of none of the signatories.
 *
 * @param at  where the name stands in the input (JSON pointer)
 */
export function unknownSignatory(
  at: string,
  name: SignatoryName,
  signatories: readonly Pick<Signatory, 'order' | 'mail'>[],
): InputProblem {
  const orders = signatories.filter(({ order }) => order === name.order);
  if (orders.length > 0) {
    return {
      pointer: `${at}/mail`,
      message: `order ${name.order} belongs to ${orders.map(({ mail }) => mail).join(' and ')}, not to ${name.mail}; order and mail must name one signatory of the metadata`,
    };
  }
  const known = [...new Set(signatories.map(({ order }) => order))].sort((a, b) => a - b).join(', ');
  return {
    pointer: `${at}/order`,
    message: `no signatory has the order ${name.order}; the orders are ${known}`,
  };
}
