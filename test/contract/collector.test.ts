import { setTimeout as pause } from 'node:timers/promises';
import { openServiceReads } from '#lib/aws/service-reads.ts';
import { clusterReads } from '#lib/domain/agents/jobs/cluster-reads.service.ts';
import type { Integration } from '#lib/domain/integrations/integration.schema.ts';
import { integrationStore } from '#lib/domain/integrations/integration.store.ts';
import { sampleIntegration } from '#lib/domain/inventory/samples/sample.rules.ts';
import { tableDefinition } from '#lib/domain/inventory/table-columns.ts';
import { awsCollector } from '#lib/engine/collectors/aws.ts';
import { kubernetesCollector } from '#lib/engine/collectors/kubernetes.ts';
import { sampleCollector } from '#lib/engine/collectors/sample.ts';
import { exporterCollector } from '#lib/engine/collectors/steampipe-exporter.ts';
import { steampipeCollector } from '#lib/engine/collectors/steampipe.ts';
import { openCloud } from '#test/support/cloud/cloud.ts';
import { estate } from '#test/support/cloud/estate.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openExporters } from '#test/support/exporters.ts';
import { clientOf } from '#test/support/loopback.ts';
import { openPglite } from '#test/support/pglite-server.ts';
import { ourUser } from '#test/support/sts-server.ts';
import { openAgents } from '../domain/agents/agent-scene.ts';
import { collectorContract } from './collector.contract.ts';

const world = openTestDatabase();

const integrationOf = (cspName: string, values: Record<string, string> = {}): Integration => ({
  ...sampleIntegration('aws-sandbox', 'usr_1', 0),
  tenant_id: 'ten_1',
  sample: undefined,
  cspName,
  values,
});

collectorContract('of sample accounts', async () => {
  const integration = { ...sampleIntegration('aws-sandbox', 'usr_1', 0), tenant_id: 'ten_1' };
  return {
    collector: sampleCollector(() => Date.UTC(2026, 10, 24)),
    integration,
    table: 'aws_s3_bucket',
    breakOff: () => void (integration.sample = 'gone'),
    secrets: [],
    close: () => undefined,
  };
});

const role_arn = 'arn:aws:iam::111122223333:role/cloudwarden-integration-0a1b2c';
const external_id = 'ours-0123456789abcdef';
const trust = {
  Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: ourUser } }],
};

collectorContract('of AWS accounts', async () => {
  const cloud = await openCloud({ ...estate });
  cloud.roles.set(role_arn, { trust });
  const services = { endpoint: cloud.endpoint };
  const serviceReads = openServiceReads({ stsConfig: clientOf(cloud), services, callMs: 10_000 });
  return {
    collector: awsCollector(serviceReads),
    integration: integrationOf('aws', { role_arn, external_id, region: 'eu-west-1' }),
    table: 'aws_vpc',
    breakOff: () => cloud.roles.clear(),
    secrets: [external_id],
    close: cloud.close,
  };
});

collectorContract('of clusters', async () => {
  const scene = openAgents(world);
  const { db, clock, files, tenant_id, root } = scene;
  const program = await scene.enrol();
  const integration = await integrationStore(db, tenant_id).get(program.integration_id);
  if (!integration) throw new Error('There is no integration.');
  const state = { isOver: false, isHeld: false };
  const page = { api: 'v1', resource: 'pods', items: [{ metadata: { name: 'a' } }] };
  const pages = [{ ...page, begins: true, ends: true }];
  const processJobs = async () => {
    while (!state.isOver) {
      const { job } = await scene.claim(program).catch(() => ({ job: undefined }));
      if (job && !state.isHeld) await scene.give(program, job, { output: { pages } });
      await pause(20);
    }
  };
  await scene.claim(program);
  const working = processJobs();
  return {
    collector: kubernetesCollector(clusterReads({ db, clock, files })),
    integration,
    table: 'kubernetes_pod',
    breakOff: () => scene.agents.deleteAgent(root, { agent_id: program.agent_id }),
    hold: () => void (state.isHeld = true),
    secrets: [],
    close: () => {
      state.isOver = true;
      return working;
    },
  };
});

collectorContract('of a Steampipe service', async () => {
  const server = await openPglite(`create schema gcp; set search_path to gcp;
    ${tableDefinition('gcp_storage_bucket')};
    insert into gcp_storage_bucket (name) select 'bucket' || n from generate_series(1, 3000) n;
    set search_path to public`);
  const state = { address: server.address };
  return {
    collector: steampipeCollector({
      address: async () => state.address,
      schemasOf: () => ['gcp'],
    }),
    integration: integrationOf('gcp'),
    table: 'gcp_storage_bucket',
    breakOff: () => void (state.address = 'postgres://reader:p4ssw0rd@127.0.0.1:1/postgres'),
    secrets: ['p4ssw0rd'],
    close: server.close,
  };
});

collectorContract('of Steampipe exporters', async () => {
  const lines = [JSON.stringify({ name: 'logs', iam_policy: '{"bindings":[]}' })];
  const exporters = await openExporters(['gcp'], { lines, times: 3000 });
  return {
    collector: exporterCollector({ ...exporters, connectionsOf: () => ['gcp_prod'] }),
    integration: integrationOf('gcp'),
    table: 'gcp_storage_bucket',
    breakOff: () => exporters.tell({ stderr: 'Error: refused, password: p4ssw0rd\n', code: 1 }),
    hold: exporters.hold,
    secrets: ['p4ssw0rd'],
    close: exporters.close,
  };
});
