import { readdir, readFile, readlink } from 'node:fs/promises';

/** The TCP ports that a process itself listens at, in order (Linux alone). */
export async function listeningPorts(pid: number): Promise<number[]> {
  const links = await readdir(`/proc/${pid}/fd`);
  const open = await Promise.all(links.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')),
  );
  const ports = tables
    .join('\n')
    .split('\n')
    .flatMap((line) => {
      // Its number, the address with the port, the other end, the state, …, and tenth the inode (proc_net_tcp.txt).
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
      const isListening = state === '0A' && open.includes(`socket:[${inode}]`);
      return isListening ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : [];
    });
  return ports.toSorted((one, other) => one - other);
}
