/** Certificate policies, as far as an authority on the way asks for some (RFC 5280 §6.1). */
import { type Certificate, extensionIds, type Path } from './certificate.ts';
import { at, type Der } from './der.ts';

const anyPolicy = '2.5.29.32.0';

/**
 * Whether the certificates of the way have a policy in common, where one of its authorities asks for it. That one policy
 * stands for another (§4.2.1.5) is not followed: what rests on it has none.
 */
export function hasPoliciesAskedFor(path: Path): boolean {
  // So many more certificates may be without a policy, and may have "any" for one.
  let withoutPolicy = Number.POSITIVE_INFINITY;
  let withAny = Number.POSITIVE_INFINITY;
  let common: ReadonlySet<string> | undefined;
  for (const certificate of path.slice(0, -1).reverse()) {
    const isRenewal = certificate.subject === certificate.issuer && certificate !== path[0];
    const own = policiesOf(certificate);
    if (!own.has(anyPolicy) || (withAny === 0 && !isRenewal))
      common = new Set([...own].filter((one) => one !== anyPolicy && (common?.has(one) ?? true)));
    if (withoutPolicy === 0 && common?.size === 0) return false;
    const step = isRenewal ? 0 : 1;
    const asked = certificate.extensions.get(extensionIds.policyConstraints)?.value.children ?? [];
    const noAny = certificate.extensions.get(extensionIds.noAnyPolicy)?.value;
    withoutPolicy = Math.min(
      Math.max(0, withoutPolicy - step),
      ...asked.filter(isOfPolicies).map(({ count }) => count),
    );
    withAny = Math.min(Math.max(0, withAny - step), ...(noAny === undefined ? [] : [noAny.count]));
  }
  return withoutPolicy > 0 || common?.size !== 0;
}

function policiesOf({ extensions }: Certificate): ReadonlySet<string> {
  const policies = extensions.get(extensionIds.policies)?.value.children ?? [];
  return new Set(policies.map((policy) => at(policy.children, 0).oid));
}

/** `requireExplicitPolicy` (§4.2.1.11). */
function isOfPolicies({ tag }: Der): boolean {
  return tag === 0x80;
}
