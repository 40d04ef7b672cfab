/** What functions may do and no visit of the deployed product does yet: a visit to write each. */
export const untried: Readonly<Record<string, readonly string[]>> = {
  'api/actions': [
    'dynamodb:UpdateItem table/tablesintegrationsef5f8d1b',
  ],
  'api/compliance': [
    'lambda:InvokeFunction function:inventoryqueryfunction192dcdca',
    'dynamodb:UpdateItem table/tablesauditrecordsae21ac6c',
    'dynamodb:DeleteItem table/tablescomplianceexceptionsd3509e01',
    'dynamodb:DeleteItem table/tablescompliancerulesfa4952cd',
    'dynamodb:GetItem table/tablescomplianceexceptionsd3509e01',
    'dynamodb:GetItem table/tablescompliancerulesfa4952cd',
    'dynamodb:PutItem table/tablescomplianceexceptionsd3509e01',
    'dynamodb:PutItem table/tablescompliancerulesfa4952cd',
    'dynamodb:UpdateItem table/tablescomplianceexceptionsd3509e01',
    'dynamodb:UpdateItem table/tablescompliancerulesfa4952cd',
    'dynamodb:GetItem table/tablesintegrationsef5f8d1b',
  ],
  'api/executions': [
    'dynamodb:UpdateItem table/tablesintegrationsef5f8d1b',
  ],
  'api/integrations': [
    'scheduler:CreateSchedule schedule/acme-inventory/*',
    'scheduler:UpdateSchedule schedule/acme-inventory/*',
    'iam:PassRole role/schedulesrole523d57ee',
  ],
  'engine/advance': [
    'dynamodb:UpdateItem table/tablesintegrationsef5f8d1b',
  ],
  'inventory/plan': [
    'secretsmanager:GetSecretValue secret:storagesteampipeaddress342913cf',
    'dynamodb:Query table/tablesagentsdc5c010b/index/by_integration',
  ],
  'inventory/collect': [
    's3:DeleteObject storagefiles48c02c92/*',
    's3:GetObject storagefiles48c02c92/*',
    'secretsmanager:GetSecretValue secret:storagesteampipeaddress342913cf',
    'dynamodb:Query table/tablesagentsdc5c010b/index/by_integration',
    'dynamodb:GetItem table/tablesagentjobse83a7464',
    'dynamodb:PutItem table/tablesagentjobse83a7464',
    'dynamodb:UpdateItem table/tablesagentjobse83a7464',
  ],
  'inventory/publish': [
    'events:PutEvents event-bus/factsbusd37033bd',
    'dynamodb:DeleteItem table/tablesinventorysnapshots78ad7be1',
    'dynamodb:DeleteItem table/tablescompliancesummariesa37bf836',
    'dynamodb:Query table/tablescompliancesummariesa37bf836',
    'dynamodb:DeleteItem table/tablescompliancehistory1a3d4df4',
  ],
  'events/fact-published': [
    'dynamodb:GetItem table/tablesinventoryexecutionse97fbaf0',
    'dynamodb:UpdateItem table/tablesinventoryexecutionse97fbaf0',
  ],
  'events/schedule-fired': [
    'dynamodb:DeleteItem table/tablesinventoryschedulesc1083ea6',
  ],
};
