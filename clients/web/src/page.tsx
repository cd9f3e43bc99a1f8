import { useSignal } from "@preact/signals";
import { service } from "./service.js";

export function Page() {
  const version = useSignal("");
  service.info.getInfo({}).then((info) => {
    version.value = info.version;
  });
  return <h1>Carnegie move advisor {version}</h1>;
}
