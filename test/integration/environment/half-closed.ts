import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { breakOff } from '../../../verifier/environment/ways/break-off.ts';

// A process that breaks off a connection on which it is just saying goodbye; it must come to its end.
const service = createServer({ allowHalfOpen: true }, (socket) => socket.on('error', () => undefined).resume());
service.listen(0, '127.0.0.1');
await once(service, 'listening');
const { port } = service.address() as AddressInfo;
const caller = connect({ host: '127.0.0.1', port, allowHalfOpen: true }).on('error', () => undefined);
await once(caller, 'connect');
caller.end();
breakOff(caller);
service.close();
