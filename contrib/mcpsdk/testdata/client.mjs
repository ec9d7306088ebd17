// A client made of the official TypeScript SDK. It starts the server that its
// arguments name, makes the calls of the file SILP_CALLS, one JSON object a line
// with name, arguments and _meta, and prints what it saw, one JSON object a line.
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [command, ...args] = process.argv.slice(2);
const print = (v) => console.log(JSON.stringify(v));

const client = new Client(
  { name: "silp-typescript-client", version: "1.0.0" },
  { capabilities: { extensions: { "silp.example/silp": { versions: ["v1"], frontends: ["json"] } } } },
);
await client.connect(new StdioClientTransport({ command, args, env: { ...process.env, SILP_TEST_SERVER: "1" } }));
print({ capabilities: client.getServerCapabilities(), tools: (await client.listTools()).tools });
for (const line of readFileSync(process.env.SILP_CALLS, "utf8").trim().split("\n")) {
  try {
    print({ result: await client.callTool(JSON.parse(line)) });
  } catch (e) {
    print({ thrown: String(e), code: e.code });
  }
}
await client.close();
