import { execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually, freePort } from '@campus/testing';

/** Of Debian, at its place, which is on nobody's PATH but root's. */
const eximBinary = '/usr/sbin/exim4';

/** The account of Debian that owns nothing: Exim does not receive as root. */
const nobody = { uid: 65_534, gid: 65_534, name: 'nobody' };

export const eximLogin = { user: 'signing', password: 'se:cr/et@' };

/** Exim 4 on ports of its own, as an ordinary user: it delivers mails to `university.example` into a folder. */
export interface Exim {
  /** STARTTLS. */
  port: number;
  /** TLS from the first byte. */
  tlsPort: number;
  /** A PEM file that those name who trust it. */
  certificate: string;
  /** Makes it refuse recipients for the time being, or no more. */
  setFull(isFull: boolean): Promise<void>;
  /** The mails that it has delivered to an address, in no order. */
  mailsTo(address: string): Promise<string[]>;
  /** Ends the server, which can be started again on the same ports. */
  halt(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes what it has left. */
  remove(): Promise<void>;
}

/** Starts one whose certificate is for `host`. It takes mails from those who sign in over TLS, and none for `gone@`. */
export async function startExim({ host = 'localhost' }: { host?: string } = {}): Promise<Exim> {
  const folder = await mkdtemp(path.join(tmpdir(), 'exim-'));
  const [port, tlsPort] = [await freePort(), await freePort()];
  const at = (name: string) => path.join(folder, name);
  const isRoot = process.getuid?.() === 0;
  const { username, gid } = userInfo();
  const [user, group] = isRoot ? [nobody.name, nobody.gid] : [username, gid];
  await Promise.all(['spool', 'mail'].map((name) => mkdir(at(name))));
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', at('key.pem')],
    ...['-out', at('certificate.pem'), '-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`],
  ]);
  await writeFile(at('exim.conf'), eximConfiguration(folder, { user, group, port, tlsPort }));
  await Promise.all(['key.pem', 'exim.conf'].map((name) => chmod(at(name), 0o644)));
  if (isRoot) for (const name of ['', 'spool', 'mail']) await chown(at(name), nobody.uid, nobody.gid);

  let halt = async () => {};
  const exim: Exim = {
    port,
    tlsPort,
    certificate: at('certificate.pem'),
    setFull: (isFull) => (isFull ? writeFile(at('full'), '') : rm(at('full'))),
    async mailsTo(address) {
      const names = await readdir(at('mail/new')).catch(() => []);
      const mails = await Promise.all(names.map((name) => readFile(at(`mail/new/${name}`), 'utf8')));
      return mails.filter((mail) => mail.startsWith(`Envelope-to: ${address}\n`));
    },
    halt: () => halt(),
    async start() {
      const child = spawn(eximBinary, ['-C', at('exim.conf'), '-bdf', '-q1m'], {
        stdio: ['ignore', 'ignore', 'pipe'],
        ...(isRoot && { uid: nobody.uid, gid: nobody.gid }),
      });
      let said = '';
      child.stderr.on('data', (data) => {
        said += String(data);
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      halt = async () => {
        child.kill();
        await ended;
      };
      await eventually(async () => {
        if (child.exitCode !== null) throw new Error(`Exim has ended: ${said}`);
        const log = await readFile(at('log-main'), 'utf8').catch(() => '');
        if (!log.includes(`pid=${child.pid}`)) throw new Error('Exim does not listen yet');
      });
    },
    async remove() {
      await halt();
      await rm(folder, { recursive: true });
    },
  };
  await exim.start();
  return exim;
}

function eximConfiguration(
  folder: string,
  { user, group, port, tlsPort }: { user: string; group: number; port: number; tlsPort: number },
): string {
  const { user: login, password } = eximLogin;
  return `exim_user = ${user}
exim_group = ${group}
spool_directory = ${folder}/spool
log_file_path = ${folder}/log-%s
pid_file_path = ${folder}/exim.pid
primary_hostname = localhost
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port} : ${tlsPort}
tls_on_connect_ports = ${tlsPort}
tls_advertise_hosts = *
tls_certificate = ${folder}/certificate.pem
tls_privatekey = ${folder}/key.pem
domainlist local_domains = university.example
deliver_drop_privilege = true
host_lookup =
rfc1413_hosts =
keep_environment =
acl_smtp_rcpt = recipient

begin acl
recipient:
  deny message = sign in first
    !authenticated = *
  defer message = come back later
    condition = \${if exists{${folder}/full}}
  deny message = unknown user
    local_parts = gone
  accept domains = +local_domains
  deny message = no relay

begin routers
all:
  driver = accept
  domains = +local_domains
  transport = folder

begin transports
folder:
  driver = appendfile
  directory = ${folder}/mail
  maildir_format
  envelope_to_add
  user = ${user}

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${login}}}{eq{$auth3}{${password}}}}}
  server_set_id = $auth2
  server_advertise_condition = \${if def:tls_in_cipher}
`;
}
