import type { Skill } from '@plinth/skill-kit';
import type { Site } from '../plant/load-site';
import type { Bookings } from '../work/bookings';
import { detectAnomaly } from './detect-anomaly';
import { generateDiagnosisReport } from './generate-diagnosis-report';
import { getSensorData } from './get-sensor-data';
import { locateFaultZoneV1, locateFaultZoneV2 } from './locate-fault-zone';
import { notifyEngineer } from './notify-engineer';
import { retrieveMaintenanceManual } from './retrieve-maintenance-manual';
import { scheduleInspection } from './schedule-inspection';

/** The seven skills of the inspection scenario, from measurements to an engineer who knows. */
export function inspectionSkills(site: Site, bookings: Bookings): Skill[] {
  return [
    getSensorData(site),
    detectAnomaly(),
    locateFaultZoneV1(site),
    locateFaultZoneV2(site),
    retrieveMaintenanceManual(site),
    generateDiagnosisReport(site),
    scheduleInspection(site, bookings),
    notifyEngineer(site),
  ];
}
