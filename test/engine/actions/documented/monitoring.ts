import type { DocumentedActions } from './exchange.ts';

const datadog = 'https://api.datadoghq.com/api/v1';
const found = { _raw: 'error', host: 'web-1' };

export const monitoring: DocumentedActions = {
  'datadog.post_event': {
    given: { title: 'Deployed', message: 'Version 5.', tags: ['env:production'] },
    call: `POST ${datadog}/events`,
    body: {
      title: 'Deployed',
      text: 'Version 5.',
      alert_type: 'info',
      tags: ['env:production'],
    },
    answer: [202, { status: 'ok', event: { id: 6518, title: 'Deployed' } }],
    result: { id: 6518, title: 'Deployed' },
  },
  'datadog.get_monitor': {
    given: { monitor: 666486743 },
    call: `GET ${datadog}/monitor/666486743`,
    answer: [200, { id: 666486743, overall_state: 'OK', query: 'avg(last_5m):…' }],
  },
  'grafana.add_annotation': {
    given: { note: 'Deployed', tags: ['release'] },
    call: 'POST https://api.example.com:8443/base/api/annotations',
    body: { text: 'Deployed', tags: ['release'] },
    answer: [200, { message: 'Annotation added', id: 1 }],
  },
  'splunk.search': {
    given: { search: 'search index=main error', earliest: '-1h' },
    call: 'POST https://api.example.com:8443/base/services/search/v2/jobs',
    body:
      'search=search+index%3Dmain+error&earliest_time=-1h&latest_time=now' +
      '&exec_mode=oneshot&output_mode=json',
    answer: [200, { preview: false, init_offset: 0, messages: [], results: [found] }],
    result: [found],
  },
  'elastic.search': {
    given: { index: 'logs-*', query: 'status:500 AND host:web-1', limit: 10 },
    call:
      'GET https://api.example.com:8443/base/logs-*/_search' +
      '?q=status%3A500+AND+host%3Aweb-1&size=10',
    answer: [200, { took: 5, hits: { total: { value: 1 }, hits: [{ _id: '0', _source: {} }] } }],
    result: [{ _id: '0', _source: {} }],
  },
};
