; flood.com: prints for ever and reads nothing.
        cpu 8086
        org 100h
.l:     mov ax,0158h
        xor dx,dx
        int 14h
        jmp .l
