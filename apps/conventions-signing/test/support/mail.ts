import { startMailServer, type TestMailServer } from '@campus/testing';
import { afterAll } from '@jest/globals';
import type { SigningConfiguration } from '../../src/config.ts';
import { type PersonInConsole, signIn } from './console.ts';
import type { TestService } from './service.ts';

/** A mail server for the tests of a file, and the configuration that sends mails there. */
export async function useMailServer(): Promise<
  TestMailServer & { configuration: Pick<SigningConfiguration, 'baseUrl' | 'mail'> }
> {
  const server = await startMailServer();
  afterAll(() => server.stop());
  return Object.assign(server, {
    configuration: {
      baseUrl: 'http://signing.example',
      mail: {
        server: { host: '127.0.0.1', port: server.port, login: undefined, tls: 'none' },
        from: { name: 'Bureau des signatures é', address: 'signing@university.example' },
        digestAt: '07:00',
      },
    } as const,
  });
}

/** Somebody in the console with a mail address. */
export async function givenReader(
  service: TestService,
  email: string,
  { language = 'en' }: { language?: 'en' | 'fr' } = {},
): Promise<PersonInConsole & { id: number }> {
  const person = await signIn(service, 'reader', { language });
  const { rows } = await service.sql.query<{ id: number }>(
    'update accounts set email = $2 where username = $1 returning id',
    [person.username, email],
  );
  return { ...person, id: rows[0]?.id ?? 0 };
}
