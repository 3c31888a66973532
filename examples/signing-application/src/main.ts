import { readConfiguration } from './configuration.ts';
import { startSigningApplication } from './start-signing-application.ts';

try {
  const { url, stop } = await startSigningApplication(readConfiguration(process.env), (line) =>
    console.log(line),
  );
  let isStopping = false;
  const end = async () => {
    if (isStopping) return;
    isStopping = true;
    await stop();
    process.exit(0);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  // Started by another program with an IPC channel: never outlive it.
  process.on('disconnect', end);
  console.log(`Sample signing application: ${url}/webhook`);
  process.send?.({ ready: true, url });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
  // Otherwise an IPC channel would keep it waiting.
  if (process.connected) process.disconnect();
}
