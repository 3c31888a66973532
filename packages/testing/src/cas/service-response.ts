import type { CasPerson } from './cas-person.ts';

/** CAS protocol 3.0 §2.5.2 and §2.5.7, letter by letter but for what is said of the person. */
export function success({ user, attributes = {} }: CasPerson): string {
  const lines = Object.entries(attributes).flatMap(([name, values]) =>
    [values].flat().map((value) => `        <cas:${name}>${escaped(value)}</cas:${name}>`),
  );
  return `  <cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">
    <cas:authenticationSuccess>
      <cas:user>${escaped(user)}</cas:user>
      <cas:attributes>
${lines.join('\n')}
      </cas:attributes>
    </cas:authenticationSuccess>
  </cas:serviceResponse>
`;
}

/** CAS protocol 3.0 §2.5.2; the codes are those of §2.5.3. */
export function failure(code: string, description: string): string {
  return `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">
 <cas:authenticationFailure code="${code}">
    ${escaped(description)}
  </cas:authenticationFailure>
</cas:serviceResponse>
`;
}

function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
