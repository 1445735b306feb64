/* SPDX-License-Identifier: MIT */
/* Names of PCI devices, from the public list of PCI ids (pci.ids). */
#ifndef PCI_IDS_H
#define PCI_IDS_H

#include <stddef.h>

enum { PCI_NAME = 128 };

/* A device to be named; names that the list does not have stay empty. */
struct pci_name {
	unsigned vendor_id, device_id, class_code; /* class_code: 24 bits, interface last */
	char vendor[PCI_NAME], device[PCI_NAME], class_name[PCI_NAME];
};

/* Fills in the names, in one pass through the text of a pci.ids file. */
void pci_ids_fill(struct pci_name *, size_t count, const char *text);

#endif
