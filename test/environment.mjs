/** What Jest wants of an environment, and no more: files of tests run as Node runs them, see `run-file.mjs`. */
export default class {
  global = {};
  moduleMocker = { restoreAllMocks() {} };
  getVmContext = () => null;
  setup = async () => {};
  teardown = async () => {};
}
