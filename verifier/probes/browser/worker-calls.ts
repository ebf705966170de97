import { keepBody, type NetworkCall } from './network-call.ts';
import type { NetworkRecord } from './network-record.ts';
import type { WorkerSession } from './worker-targets.ts';

/** Records what a shared worker asks for, but for its own script. When the worker ends, its calls do. */
export function recordWorkerCalls(worker: WorkerSession, record: NetworkRecord): void {
  const byId = new Map<string, NetworkCall>();
  const end = (requestId: string, failure?: string): void => {
    const call = byId.get(requestId);
    if (call === undefined) return;
    byId.delete(requestId);
    record.markFaulted(call);
    record.end(call, failure);
  };
  worker.on('Network.requestWillBeSent', ({ requestId, request, type, redirectResponse }) => {
    const { url, method, postData } = request;
    if (/^(?:data|blob):/u.test(url)) return;
    const before = byId.get(requestId);
    if (before !== undefined && redirectResponse !== undefined) {
      record.answer(before, redirectResponse);
      record.end(before);
    }
    const body = postData === undefined ? {} : { requestBody: keepBody(postData) };
    const responseBody = { note: 'not kept: the page itself did not ask for it' };
    const call = record.begin({ method, url, type: type ?? 'Other', by: 'shared worker', ...body, responseBody });
    byId.set(requestId, call);
    record.endFaulted(call);
  });
  worker.on('Network.responseReceived', ({ requestId, response }) => {
    const call = byId.get(requestId);
    if (call === undefined) return;
    record.markFaulted(call);
    record.answer(call, response);
  });
  worker.on('Network.dataReceived', ({ requestId }) => {
    const call = byId.get(requestId);
    if (call !== undefined) record.noteData(call);
  });
  worker.on('Network.loadingFinished', ({ requestId }) => {
    end(requestId);
  });
  worker.on('Network.loadingFailed', ({ requestId, errorText }) => {
    end(requestId, errorText);
  });
  worker.onEnd(() => {
    for (const id of byId.keys()) end(id, 'the worker was closed');
  });
}
