import type { CDPSession } from '@playwright/test';
import { BodyLengths } from './body-lengths.ts';
import { keepBody, type NetworkCall } from './network-call.ts';
import type { NetworkRecord, NewCall } from './network-record.ts';
import type { OtherCalls } from './other-calls.ts';
import type { ResponseBodies } from './response-bodies.ts';

interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly postData?: string;
  readonly hasPostData?: boolean;
}

/** Where the page's calls go. */
export interface PageRecords {
  readonly network: NetworkRecord;
  readonly bodies: ResponseBodies;
  readonly others: OtherCalls;
}

/**
 * Records what the page's own process asks for, by the protocol's events: nothing is intercepted, so caches work as for people.
 * Returns what is to be called when the page is closed: its calls are over.
 */
export function recordPageCalls(cdp: CDPSession, { network: record, bodies, others }: PageRecords): () => void {
  const byId = new Map<string, NetworkCall>();
  /** Of which document each call is. */
  const documents = new WeakMap<NetworkCall, string>();
  cdp.on('Network.requestWillBeSent', (event) => {
    if (/^(?:data|blob):/u.test(event.request.url)) return;
    others.seenByPage(event.request.method, event.request.url);
    record.notePageCall(event.requestId);
    const before = byId.get(event.requestId);
    if (before !== undefined && event.redirectResponse !== undefined) {
      record.answer(before, event.redirectResponse);
      record.end(before);
    }
    const call = record.begin(newCall(event.request, event.type ?? 'Other'));
    byId.set(event.requestId, call);
    documents.set(call, event.loaderId);
  });
  noteSending(cdp, record, byId);
  endWholeCalls(cdp, record, byId);
  endUnreadCalls(cdp, record, { byId, documents });
  cdp.on('Network.requestServedFromCache', ({ requestId }) => {
    const call = byId.get(requestId);
    if (call !== undefined) call.fromCache = true;
  });
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    const call = byId.get(requestId);
    if (call === undefined) return;
    record.markFaulted(call, requestId);
    record.answer(call, response);
  });
  cdp.on('Network.loadingFinished', ({ requestId }) => {
    const call = byId.get(requestId);
    if (call === undefined) return;
    byId.delete(requestId);
    bodies.fetch(cdp, requestId, call);
    record.end(call);
  });
  cdp.on('Network.loadingFailed', ({ requestId, errorText, canceled }) => {
    const call = byId.get(requestId);
    if (call === undefined) return;
    byId.delete(requestId);
    record.markFaulted(call, requestId);
    record.end(call, canceled === true ? `${errorText} (cancelled by the page)` : errorText);
  });
  return () => {
    for (const call of byId.values()) record.end(call, 'the tab was closed');
    byId.clear();
  };
}

/** The browser tells of the headers that it sends, before or after it tells of the call. */
function noteSending(cdp: CDPSession, record: NetworkRecord, byId: ReadonlyMap<string, NetworkCall>): void {
  const early = new Set<string>();
  cdp.on('Network.requestWillBeSentExtraInfo', ({ requestId }) => {
    const call = byId.get(requestId);
    if (call === undefined) early.add(requestId);
    else record.noteSent(call);
  });
  cdp.on('Network.requestWillBeSent', ({ requestId }) => {
    const call = byId.get(requestId);
    if (call !== undefined && early.delete(requestId)) record.noteSent(call);
  });
}

/** What came whole is over: where the page does not read an answer, the browser may never say so. */
function endWholeCalls(cdp: CDPSession, record: NetworkRecord, byId: ReadonlyMap<string, NetworkCall>): void {
  const lengths = new BodyLengths();
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    lengths.expect(requestId, response.headers);
  });
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const call = byId.get(requestId);
    if (call === undefined) return;
    record.noteData(call);
    if (lengths.isWhole(requestId, encodedDataLength)) record.end(call);
  });
}

interface OpenCalls {
  readonly byId: Map<string, NetworkCall>;
  readonly documents: WeakMap<NetworkCall, string>;
}

/** What was answered, and not read before the page was left, is over: the browser says neither that it ended nor that it failed. */
function endUnreadCalls(cdp: CDPSession, record: NetworkRecord, { byId, documents }: OpenCalls): void {
  cdp.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined) return;
    for (const [requestId, call] of byId) {
      if (documents.get(call) === frame.loaderId) continue;
      if (call.status === null) {
        // The document that takes its place is not of the page that is left.
        if (requestId !== frame.loaderId) call.left = true;
        continue;
      }
      byId.delete(requestId);
      record.end(call);
    }
  });
}

function newCall(request: SentRequest, type: string): NewCall {
  const { url, method } = request;
  if (request.postData !== undefined) return { url, method, type, requestBody: keepBody(request.postData) };
  if (request.hasPostData === true)
    return { url, method, type, requestBody: { note: 'not kept: longer than the limit, or not text' } };
  return { url, method, type };
}
