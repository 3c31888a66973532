/** Exits 0 when the process of this container is alive: it answers on its port for metrics, whatever its role. */
const response = await fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/healthz`, {
  signal: AbortSignal.timeout(4000),
});
process.exit(response.ok ? 0 : 1);
